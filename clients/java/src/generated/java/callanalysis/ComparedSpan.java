// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code ComparedSpan} of the API. */
public final class ComparedSpan {
  @JsonProperty("segment") private Long segment;
  @JsonProperty("from") private Long from;
  @JsonProperty("to") private Long to;

  private ComparedSpan() {}

  /** Index of the segment. */
  public Long segment() {
    return segment;
  }

  /** Its first character that differs. */
  public Long from() {
    return from;
  }

  /** The character after the last one that differs. */
  public Long to() {
    return to;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
