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

  /** Whether the person upheld the violation or dismissed it. Null put the service’s own verdict back. */
  public Boolean upheld() {
    return upheld;
  }

  /** Why, as the person says. May be null. */
  public String note() {
    return note;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
