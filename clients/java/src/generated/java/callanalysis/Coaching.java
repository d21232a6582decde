// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** {@code Coaching} of the API. */
public final class Coaching {
  @JsonProperty("customer_effort_score") private Long customerEffortScore;
  @JsonProperty("strengths") private List<String> strengths;
  @JsonProperty("recommendations") private List<String> recommendations;

  private Coaching() {}

  /** 1 (easy) to 5 (hard); null if it cannot be determined. */
  public Long customerEffortScore() {
    return customerEffortScore;
  }

  /** Strengths. */
  public List<String> strengths() {
    return strengths;
  }

  /** Suggestions. */
  public List<String> recommendations() {
    return recommendations;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
