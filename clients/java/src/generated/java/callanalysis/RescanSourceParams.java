// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

/** Parameters of: Rescan the whole bucket. */
public final class RescanSourceParams extends Params {
  private RescanSourceParams(Builder builder) {
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

    /** Only objects last written since then. A date means midnight UTC. If omitted: all. May be null. */
    public Builder from(String from) {
      return set("from", from);
    }

    /** Ends the parameters. */
    public RescanSourceParams build() {
      return new RescanSourceParams(this);
    }
  }
}
