// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code SentimentAnalysis} of the API. */
public final class SentimentAnalysis {
  @JsonProperty("overall_sentiment") private Sentiment overallSentiment;
  @JsonProperty("customer_sentiment") private Sentiment customerSentiment;
  @JsonProperty("agent_sentiment") private Sentiment agentSentiment;

  private SentimentAnalysis() {}

  /** Sentiment of the whole call. */
  public Sentiment overallSentiment() {
    return overallSentiment;
  }

  /**
   * Sentiment of the customer; {@code neutral} if the customer said nothing, the audio is poor, or the roles are
   * unclear.
   */
  public Sentiment customerSentiment() {
    return customerSentiment;
  }

  /**
   * Sentiment of the agent; {@code neutral} if the agent said nothing, the audio is poor, or the roles are unclear.
   */
  public Sentiment agentSentiment() {
    return agentSentiment;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
