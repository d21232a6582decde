// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code SentimentAnalysis} of the API. */
public final class SentimentAnalysis {
  @JsonProperty("overall_sentiment") private Sentiment overallSentiment;
  @JsonProperty("customer_sentiment") private Sentiment customerSentiment;
  @JsonProperty("agent_sentiment") private Sentiment agentSentiment;

  private SentimentAnalysis() {}

  /** Of the whole call. */
  public Sentiment overallSentiment() {
    return overallSentiment;
  }

  /**
   * Of the customer; {@code neutral} where the customer said nothing or was heard badly, or the roles are not
   * known.
   */
  public Sentiment customerSentiment() {
    return customerSentiment;
  }

  /** Of the agent; {@code neutral} where the agent said nothing or was heard badly, or the roles are not known. */
  public Sentiment agentSentiment() {
    return agentSentiment;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
