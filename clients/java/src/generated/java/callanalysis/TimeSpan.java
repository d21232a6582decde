// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code TimeSpan} of the API. */
public final class TimeSpan {
  @JsonProperty("from") private Long from;
  @JsonProperty("to") private Long to;

  private TimeSpan() {}

  /** Unix seconds: what is later than this. */
  public Long from() {
    return from;
  }

  /** Unix seconds: what is not later than this. */
  public Long to() {
    return to;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
