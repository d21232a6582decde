// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code QuoteWindow} of the API. */
public final class QuoteWindow {
  @JsonProperty("from") private WindowEdge from;
  @JsonProperty("seconds") private Double seconds;

  private QuoteWindow() {}

  /** End of the call from which the seconds are counted. */
  public WindowEdge from() {
    return from;
  }

  /** Seconds from there within which the quoted words must begin. */
  public Double seconds() {
    return seconds;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
