// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code TestWebhook} of the API. */
public final class TestWebhook {
  @JsonProperty("id") private String id;
  @JsonProperty("object") private String object;
  @JsonProperty("url") private String url;
  @JsonProperty("delivered") private Boolean delivered;
  @JsonProperty("status_code") private Long statusCode;
  @JsonProperty("duration_ms") private Long durationMs;
  @JsonProperty("error") private String error;
  @JsonProperty("request") private SignedRequest request;

  private TestWebhook() {}

  /** Its {@code webhook-id}. */
  public String id() {
    return id;
  }

  /** Always {@code webhook_test}. */
  public String object() {
    return object;
  }

  /** URL that received the request, or would have. */
  public String url() {
    return url;
  }

  /** True if the receiver responded with a status from 200 to 299. False with a test key: nothing is sent. */
  public Boolean delivered() {
    return delivered;
  }

  /** Status of the response; null if there was none. */
  public Long statusCode() {
    return statusCode;
  }

  /** Milliseconds until the response or the timeout. */
  public Long durationMs() {
    return durationMs;
  }

  /** Null if it was accepted or not sent, otherwise an error code as in a delivery attempt. */
  public String error() {
    return error;
  }

  /** The signed request, as sent or, with a test key, as it would be sent. May be null. */
  public SignedRequest request() {
    return request;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
