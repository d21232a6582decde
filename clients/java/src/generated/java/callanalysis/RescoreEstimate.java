// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code RescoreEstimate} of the API. */
public final class RescoreEstimate {
  @JsonProperty("calls") private Long calls;
  @JsonProperty("input_tokens") private Long inputTokens;
  @JsonProperty("output_tokens") private Long outputTokens;
  @JsonProperty("cost") private EvaluationCost cost;
  @JsonProperty("background_cost") private EvaluationCost backgroundCost;

  private RescoreEstimate() {}

  /** Calls to score: all that match, less those that need no evaluation. */
  public Long calls() {
    return calls;
  }

  /**
   * Estimated from the length of the transcripts of the newest 1,000 calls found. Null where no language model is
   * asked.
   */
  public Long inputTokens() {
    return inputTokens;
  }

  /** Estimated like {@code input_tokens}. May be null. */
  public Long outputTokens() {
    return outputTokens;
  }

  /** Cost of these tokens. Null, never 0, if no language model is used or its price is unknown. */
  public EvaluationCost cost() {
    return cost;
  }

  /**
   * Cost of these tokens if the provider answers all of them in its cheaper tier ({@code flex}), which the job asks
   * for first. Null if the engine has no such tier or its price is unknown.
   */
  public EvaluationCost backgroundCost() {
    return backgroundCost;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
