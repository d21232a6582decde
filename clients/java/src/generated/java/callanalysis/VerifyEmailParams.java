// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

/** Parameters of: Verify an email address. */
public final class VerifyEmailParams extends Params {
  private VerifyEmailParams(Builder builder) {
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

    /** The token out of the link in the mail. */
    public Builder token(String token) {
      return set("token", token);
    }

    /** Ends the parameters. */
    public VerifyEmailParams build() {
      return new VerifyEmailParams(this);
    }
  }
}
