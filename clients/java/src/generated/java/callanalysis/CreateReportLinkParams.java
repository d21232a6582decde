// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

/** Parameters of: Create a report link. */
public final class CreateReportLinkParams extends Params {
  private CreateReportLinkParams(Builder builder) {
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

    /** Validity of the link in seconds. By default {@code 3600}. */
    public Builder expiresIn(long expiresIn) {
      return set("expires_in", expiresIn);
    }

    /** Ends the parameters. */
    public CreateReportLinkParams build() {
      return new CreateReportLinkParams(this);
    }
  }
}
