// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code QuoteWindow} of the API. */
public final class QuoteWindow {
  @JsonProperty("from") private WindowEdge from;
  @JsonProperty("seconds") private Double seconds;

  private QuoteWindow() {}

  /** Which end of the call the seconds count from. */
  public WindowEdge from() {
    return from;
  }

  /** The quoted words must begin within so many seconds of it. */
  public Double seconds() {
    return seconds;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
