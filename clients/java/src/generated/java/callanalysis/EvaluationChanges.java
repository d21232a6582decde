// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code EvaluationChanges} of the API. */
public final class EvaluationChanges {
  @JsonProperty("evaluations") private Change evaluations;
  @JsonProperty("score") private Change score;
  @JsonProperty("pass_rate") private Change passRate;

  private EvaluationChanges() {}

  /** Change of {@code evaluations}. */
  public Change evaluations() {
    return evaluations;
  }

  /** Change of the mean. */
  public Change score() {
    return score;
  }

  /** Change of the rate. */
  public Change passRate() {
    return passRate;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
