// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

/** Parameters of: Log out. */
public final class LogOutParams extends Params {
  private LogOutParams(Builder builder) {
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

    /** The refresh token to end. */
    public Builder refreshToken(String refreshToken) {
      return set("refresh_token", refreshToken);
    }

    /** Ends the parameters. */
    public LogOutParams build() {
      return new LogOutParams(this);
    }
  }
}
