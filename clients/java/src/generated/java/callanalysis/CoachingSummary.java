// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code CoachingSummary} of the API. */
public final class CoachingSummary {
  @JsonProperty("customer_effort_score") private Long customerEffortScore;

  private CoachingSummary() {}

  /** 1 (easy) to 5 (hard); null if it cannot be determined. */
  public Long customerEffortScore() {
    return customerEffortScore;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
