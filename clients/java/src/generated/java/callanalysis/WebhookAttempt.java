// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code WebhookAttempt} of the API. */
public final class WebhookAttempt {
  @JsonProperty("at") private String at;
  @JsonProperty("status_code") private Long statusCode;
  @JsonProperty("duration_ms") private Long durationMs;
  @JsonProperty("error") private String error;

  private WebhookAttempt() {}

  /** When it was sent. */
  public String at() {
    return at;
  }

  /** Status of the response; null if there was none. */
  public Long statusCode() {
    return statusCode;
  }

  /** Milliseconds until the response or the timeout. */
  public Long durationMs() {
    return durationMs;
  }

  /**
   * Null if it was accepted. Otherwise an error code: {@code unsuccessful_status}, {@code gone}, {@code
   * redirect_not_followed}, {@code timeout}, {@code connection}, {@code dns}, {@code tls}, {@code bad_response},
   * {@code bad_url} or {@code refused_address}.
   */
  public String error() {
    return error;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
