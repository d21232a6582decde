// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code WebhookSecret} of the API. */
public final class WebhookSecret {
  @JsonProperty("object") private String object;
  @JsonProperty("secret") private String secret;
  @JsonProperty("created_at") private String createdAt;
  @JsonProperty("previous_expires_at") private String previousExpiresAt;

  private WebhookSecret() {}

  /** Always {@code webhook_secret}. */
  public String object() {
    return object;
  }

  /** Verifies the signature of every notification of this account, by Standard Webhooks. */
  public String secret() {
    return secret;
  }

  /** When it was created. */
  public String createdAt() {
    return createdAt;
  }

  /**
   * After a rotation: when notifications stop carrying a second signature, by the previous secret. Otherwise null.
   */
  public String previousExpiresAt() {
    return previousExpiresAt;
  }
}
