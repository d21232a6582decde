// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

/** Parameters of: Send the verification mail again. */
public final class ResendVerificationParams extends Params {
  private ResendVerificationParams(Builder builder) {
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

    /** Address of the account. */
    public Builder email(String email) {
      return set("email", email);
    }

    /** Ends the parameters. */
    public ResendVerificationParams build() {
      return new ResendVerificationParams(this);
    }
  }
}
