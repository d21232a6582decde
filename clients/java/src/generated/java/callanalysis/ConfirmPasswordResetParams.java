// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

/** Parameters of: Set the new password. */
public final class ConfirmPasswordResetParams extends Params {
  private ConfirmPasswordResetParams(Builder builder) {
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

    /** 8 to 128 characters, not the email address. */
    public Builder newPassword(String newPassword) {
      return set("new_password", newPassword);
    }

    /** Ends the parameters. */
    public ConfirmPasswordResetParams build() {
      return new ConfirmPasswordResetParams(this);
    }
  }
}
