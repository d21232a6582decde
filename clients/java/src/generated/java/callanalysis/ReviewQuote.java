// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code ReviewQuote} of the API. */
public final class ReviewQuote {
  @JsonProperty("segment_id") private Long segmentId;
  @JsonProperty("quote") private String quote;
  @JsonProperty("stale") private Boolean stale;

  private ReviewQuote() {}

  /** Segment that holds the quotation. */
  public Long segmentId() {
    return segmentId;
  }

  /** As the reviewer gave it. The citation in the results has the words of the transcript. */
  public String quote() {
    return quote;
  }

  /** True if a correction has since changed the quoted words. Omitted otherwise. */
  public Boolean stale() {
    return stale;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
