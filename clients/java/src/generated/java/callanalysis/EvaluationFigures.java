// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Map;

/** {@code EvaluationFigures} of the API. */
public final class EvaluationFigures {
  @JsonProperty("evaluations") private Long evaluations;
  @JsonProperty("score") private Mean score;
  @JsonProperty("pass_rate") private Rate passRate;
  @JsonProperty("coverage") private Double coverage;
  @JsonProperty("outcomes") private Map<String, Object> outcomes;
  @JsonProperty("reviewed") private Long reviewed;
  @JsonProperty("overruled") private Long overruled;
  @JsonProperty("low_n") private Boolean lowN;
  @JsonProperty("change") private EvaluationChanges change;

  private EvaluationFigures() {}

  /** Completed evaluations. */
  public Long evaluations() {
    return evaluations;
  }

  /** Score of the evaluations that have one. */
  public Mean score() {
    return score;
  }

  /** {@code passed} of {@code passed}, {@code failed} and {@code auto_failed}. */
  public Rate passRate() {
    return passRate;
  }

  /** Mean share of the applicable form that was scored, 0 to 1. Null if there is no evaluation. */
  public Double coverage() {
    return coverage;
  }

  /** Number of evaluations by outcome. */
  public Map<String, Object> outcomes() {
    return outcomes;
  }

  /** Evaluations with a reviewer’s answer. */
  public Long reviewed() {
    return reviewed;
  }

  /** Evaluations whose score or outcome a reviewer changed. */
  public Long overruled() {
    return overruled;
  }

  /**
   * A mean or a rate of the row is based on fewer than 10: too few to rank by. Rows are therefore sorted by key.
   */
  public Boolean lowN() {
    return lowN;
  }

  /** Only with {@code compare=previous}. */
  public EvaluationChanges change() {
    return change;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
