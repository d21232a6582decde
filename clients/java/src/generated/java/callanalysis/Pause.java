// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code Pause} of the API. */
public final class Pause {
  @JsonProperty("start") private Double start;
  @JsonProperty("end") private Double end;

  private Pause() {}

  /** Seconds from the start. */
  public Double start() {
    return start;
  }

  /** Seconds from the start. */
  public Double end() {
    return end;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
