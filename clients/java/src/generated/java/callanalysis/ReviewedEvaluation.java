// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code ReviewedEvaluation} of the API. */
public final class ReviewedEvaluation {
  @JsonProperty("evaluation_id") private String evaluationId;
  @JsonProperty("before") private ReviewedEvaluationFigures before;
  @JsonProperty("after") private ReviewedEvaluationFigures after;

  private ReviewedEvaluation() {}

  /** An evaluation of the call. */
  public String evaluationId() {
    return evaluationId;
  }

  /** Before the review. */
  public ReviewedEvaluationFigures before() {
    return before;
  }

  /** The score after the review. */
  public ReviewedEvaluationFigures after() {
    return after;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
