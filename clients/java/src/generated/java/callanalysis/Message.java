// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code Message} of the API. */
public final class Message {
  @JsonProperty("message") private String message;

  private Message() {}

  /** Next step. */
  public String message() {
    return message;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
