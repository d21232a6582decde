// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

/** Parameters of: Log in. */
public final class LogInParams extends Params {
  private LogInParams(Builder builder) {
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

    /** Its password. */
    public Builder password(String password) {
      return set("password", password);
    }

    /** Ends the parameters. */
    public LogInParams build() {
      return new LogInParams(this);
    }
  }
}
