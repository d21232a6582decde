// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code AccessToken} of the API. */
public final class AccessToken {
  @JsonProperty("access_token") private String accessToken;
  @JsonProperty("token_type") private String tokenType;
  @JsonProperty("expires_in") private Long expiresIn;

  private AccessToken() {}

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
}
