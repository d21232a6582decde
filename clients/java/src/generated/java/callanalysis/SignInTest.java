// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code SignInTest} of the API. */
public final class SignInTest {
  @JsonProperty("url") private String url;
  @JsonProperty("expires_in") private Long expiresIn;

  private SignInTest() {}

  /**
   * Open it in a browser: it logs in at the provider, shows the claims with the role and teams that follow, and
   * changes nothing.
   */
  public String url() {
    return url;
  }

  /** Seconds until the URL expires. */
  public Long expiresIn() {
    return expiresIn;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
