// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code RatingQuote} of the API. */
public final class RatingQuote {
  @JsonProperty("segment_id") private Long segmentId;
  @JsonProperty("quote") private String quote;

  private RatingQuote() {}

  /** Segment that holds the quotation. */
  public Long segmentId() {
    return segmentId;
  }

  /** As the reviewer gave it. */
  public String quote() {
    return quote;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
