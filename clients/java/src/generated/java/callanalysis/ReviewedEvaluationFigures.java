// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code ReviewedEvaluationFigures} of the API. */
public final class ReviewedEvaluationFigures {
  @JsonProperty("score") private Long score;
  @JsonProperty("outcome") private String outcome;

  private ReviewedEvaluationFigures() {}

  /** As {@code score} of the evaluation. May be null. */
  public Long score() {
    return score;
  }

  /** As {@code outcome} of the evaluation. May be null. */
  public String outcome() {
    return outcome;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
