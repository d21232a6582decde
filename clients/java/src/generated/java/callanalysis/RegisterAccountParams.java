// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

/** Parameters of: Register an account. */
public final class RegisterAccountParams extends Params {
  private RegisterAccountParams(Builder builder) {
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

    /**
     * A verification mail is sent to it. Compared ignoring case, domains in ASCII form: one account per mailbox.
     */
    public Builder email(String email) {
      return set("email", email);
    }

    /** 8 to 128 characters, not the email address. */
    public Builder password(String password) {
      return set("password", password);
    }

    /** Phone number in E.164 form, or null. */
    public Builder phoneNumber(String phoneNumber) {
      return set("phone_number", phoneNumber);
    }

    /** Ends the parameters. */
    public RegisterAccountParams build() {
      return new RegisterAccountParams(this);
    }
  }
}
