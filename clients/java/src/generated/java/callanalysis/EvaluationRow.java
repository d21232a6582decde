// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Map;

/** {@code EvaluationRow} of the API. */
public final class EvaluationRow {
  @JsonProperty("evaluations") private Long evaluations;
  @JsonProperty("score") private Mean score;
  @JsonProperty("pass_rate") private Rate passRate;
  @JsonProperty("coverage") private Double coverage;
  @JsonProperty("outcomes") private Map<String, Object> outcomes;
  @JsonProperty("reviewed") private Long reviewed;
  @JsonProperty("overruled") private Long overruled;
  @JsonProperty("low_n") private Boolean lowN;
  @JsonProperty("change") private EvaluationChanges change;
  @JsonProperty("key") private Map<String, String> key;

  private EvaluationRow() {}

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

  /**
   * Key of the row, by grouping: days as {@code 2026-11-25}, weeks as {@code 2026-W48}, months as {@code 2026-11}.
   * Null: calls that have none. Scorecards by their ids.
   */
  public Map<String, String> key() {
    return key;
  }
}
