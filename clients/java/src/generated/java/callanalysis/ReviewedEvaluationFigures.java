// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code ReviewedEvaluationFigures} of the API. */
public final class ReviewedEvaluationFigures {
  @JsonProperty("score") private Long score;
  @JsonProperty("outcome") private String outcome;

  private ReviewedEvaluationFigures() {}

  /** Same as {@code score} of the evaluation. May be null. */
  public Long score() {
    return score;
  }

  /** Same as {@code outcome} of the evaluation. May be null. */
  public String outcome() {
    return outcome;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
