// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code Acknowledgement} of the API. */
public final class Acknowledgement {
  @JsonProperty("at") private Long at;
  @JsonProperty("note") private String note;

  private Acknowledgement() {}

  /** When, in Unix seconds. */
  public Long at() {
    return at;
  }

  /** The agent’s note. May be null. */
  public String note() {
    return note;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
