// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

/** Parameters of: Get a new access token. */
public final class RefreshAccessTokenParams extends Params {
  private RefreshAccessTokenParams(Builder builder) {
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

    /** The refresh token of a log-in. */
    public Builder refreshToken(String refreshToken) {
      return set("refresh_token", refreshToken);
    }

    /** Ends the parameters. */
    public RefreshAccessTokenParams build() {
      return new RefreshAccessTokenParams(this);
    }
  }
}
