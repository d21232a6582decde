// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

/** Parameters of: Make a link to the report. */
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

    /** For how many seconds the link works. By default {@code 3600}. */
    public Builder expiresIn(long expiresIn) {
      return set("expires_in", expiresIn);
    }

    /** Ends the parameters. */
    public CreateReportLinkParams build() {
      return new CreateReportLinkParams(this);
    }
  }
}
