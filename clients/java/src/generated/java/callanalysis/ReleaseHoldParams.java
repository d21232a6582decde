// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

/** Parameters of: Release a hold. */
public final class ReleaseHoldParams extends Params {
  private ReleaseHoldParams(Builder builder) {
    super(builder);
  }

  /** Begins the parameters. */
  public static Builder builder() {
    return new Builder();
  }

  /** Collects the parameters. */
  public static final class Builder extends Params.Builder<Builder> {
    private Builder() {}

    @Override
    Builder self() {
      return this;
    }

    /** Why the calls are held no longer. */
    public Builder reason(String reason) {
      return set("reason", reason);
    }

    /** Ends the parameters. */
    public ReleaseHoldParams build() {
      return new ReleaseHoldParams(this);
    }
  }
}
