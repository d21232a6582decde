// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Map;

/** {@code SignedRequest} of the API. */
public final class SignedRequest {
  @JsonProperty("method") private String method;
  @JsonProperty("url") private String url;
  @JsonProperty("headers") private Map<String, String> headers;
  @JsonProperty("body") private String body;

  private SignedRequest() {}

  /** Always {@code POST}. */
  public String method() {
    return method;
  }

  /** URL of the receiver. */
  public String url() {
    return url;
  }

  /**
   * By lower-case name: {@code content-type}, {@code user-agent}, {@code webhook-id}, {@code webhook-timestamp} and
   * {@code webhook-signature}. The signature is made when it is read, so that its time is within the tolerance of
   * receivers.
   */
  public Map<String, String> headers() {
    return headers;
  }

  /** The exact text that is signed. */
  public String body() {
    return body;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
