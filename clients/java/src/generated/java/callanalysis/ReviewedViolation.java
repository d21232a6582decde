// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code ReviewedViolation} of the API. */
public final class ReviewedViolation {
  @JsonProperty("rule") private String rule;
  @JsonProperty("segment_id") private Long segmentId;
  @JsonProperty("upheld") private Boolean upheld;
  @JsonProperty("note") private String note;

  private ReviewedViolation() {}

  /** Stable name of the rule. */
  public String rule() {
    return rule;
  }

  /** A segment that the violation cites. */
  public Long segmentId() {
    return segmentId;
  }

  /** Whether the reviewer confirmed the violation or dismissed it. Null restored the AI’s decision. */
  public Boolean upheld() {
    return upheld;
  }

  /** The reviewer’s note. May be null. */
  public String note() {
    return note;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
