// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code TokenPair} of the API. */
public final class TokenPair {
  @JsonProperty("access_token") private String accessToken;
  @JsonProperty("token_type") private String tokenType;
  @JsonProperty("expires_in") private Long expiresIn;
  @JsonProperty("refresh_token") private String refreshToken;

  private TokenPair() {}

  /** Goes into {@code Authorization: Bearer …}. */
  public String accessToken() {
    return accessToken;
  }

  /** Always {@code bearer}. */
  public String tokenType() {
    return tokenType;
  }

  /** Seconds until the access token expires. */
  public Long expiresIn() {
    return expiresIn;
  }

  /** Valid for seven days, for POST /auth/refresh only. POST /auth/logout ends it. */
  public String refreshToken() {
    return refreshToken;
  }
}
