// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** {@code TriedEngine} of the API. */
public final class TriedEngine {
  @JsonProperty("name") private String name;
  @JsonProperty("calls") private Long calls;
  @JsonProperty("failed") private Long failed;
  @JsonProperty("skipped") private Long skipped;
  @JsonProperty("estimated_cost") private EvaluationCost estimatedCost;
  @JsonProperty("seconds_per_minute") private TrialMean secondsPerMinute;
  @JsonProperty("cost_per_minute") private Double costPerMinute;
  @JsonProperty("word_error_rate") private WordErrorRate wordErrorRate;
  @JsonProperty("roles_wrong") private Long rolesWrong;
  @JsonProperty("languages_wrong") private Long languagesWrong;
  @JsonProperty("agreement") private List<TrialAgreement> agreement;

  private TriedEngine() {}

  /** Name of the engine. */
  public String name() {
    return name;
  }

  /** Calls that it has done. */
  public Long calls() {
    return calls;
  }

  /** Calls at which it failed. */
  public Long failed() {
    return failed;
  }

  /** Calls that were not tried; their items say why. */
  public Long skipped() {
    return skipped;
  }

  /** Estimated before the start. Null, never 0, if its price is unknown. */
  public EvaluationCost estimatedCost() {
    return estimatedCost;
  }

  /** Seconds that it takes for a minute of a call. Null until the trial is completed. */
  public TrialMean secondsPerMinute() {
    return secondsPerMinute;
  }

  /** Dollars for a minute of a call. Null where the price is unknown, and until the trial is completed. */
  public Double costPerMinute() {
    return costPerMinute;
  }

  /**
   * Errors of all calls over their words. Null for {@code analysis}, and where no person has corrected a
   * transcript.
   */
  public WordErrorRate wordErrorRate() {
    return wordErrorRate;
  }

  /** Corrected calls in which agent and customer are swapped. Null as {@code word_error_rate}. */
  public Long rolesWrong() {
    return rolesWrong;
  }

  /** Corrected calls for which it detected another language. Null as {@code word_error_rate}. */
  public Long languagesWrong() {
    return languagesWrong;
  }

  /** With the answers of reviews, by question. Null for {@code transcription}. */
  public List<TrialAgreement> agreement() {
    return agreement;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
