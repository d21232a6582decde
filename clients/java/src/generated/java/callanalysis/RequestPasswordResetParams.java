// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

/** Parameters of: Ask for a new password. */
public final class RequestPasswordResetParams extends Params {
  private RequestPasswordResetParams(Builder builder) {
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
    public RequestPasswordResetParams build() {
      return new RequestPasswordResetParams(this);
    }
  }
}
