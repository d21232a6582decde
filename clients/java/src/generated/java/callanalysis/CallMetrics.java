// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code CallMetrics} of the API. */
public final class CallMetrics {
  @JsonProperty("agent_talk_seconds") private Double agentTalkSeconds;
  @JsonProperty("customer_talk_seconds") private Double customerTalkSeconds;
  @JsonProperty("silence_seconds") private Double silenceSeconds;
  @JsonProperty("overtalk_seconds") private Double overtalkSeconds;
  @JsonProperty("interruptions") private Long interruptions;
  @JsonProperty("agent_words_per_minute") private Double agentWordsPerMinute;
  @JsonProperty("customer_words_per_minute") private Double customerWordsPerMinute;
  @JsonProperty("talk_ratio") private Double talkRatio;
  @JsonProperty("paused_seconds") private Double pausedSeconds;
  @JsonProperty("leakage_suspected") private Boolean leakageSuspected;

  private CallMetrics() {}

  /** Seconds in which the agent talks. */
  public Double agentTalkSeconds() {
    return agentTalkSeconds;
  }

  /** Seconds in which the customer talks. */
  public Double customerTalkSeconds() {
    return customerTalkSeconds;
  }

  /** Seconds in which neither party talks. */
  public Double silenceSeconds() {
    return silenceSeconds;
  }

  /** Seconds of overtalk. */
  public Double overtalkSeconds() {
    return overtalkSeconds;
  }

  /** Number of interruptions. */
  public Long interruptions() {
    return interruptions;
  }

  /** Words per minute of the agent's talk. */
  public Double agentWordsPerMinute() {
    return agentWordsPerMinute;
  }

  /** Words per minute of the customer's talk. */
  public Double customerWordsPerMinute() {
    return customerWordsPerMinute;
  }

  /** The agent's share of the talking, 0 to 1. */
  public Double talkRatio() {
    return talkRatio;
  }

  /**
   * Seconds of silence in which the recording was paused: digital silence or one steady tone on all channels for
   * three seconds or more. Part of {@code silence_seconds}. Omitted if it was not measured.
   */
  public Double pausedSeconds() {
    return pausedSeconds;
  }

  /**
   * True if one party may be audible in the other’s channel, so that talk time may be counted twice. Omitted
   * otherwise.
   */
  public Boolean leakageSuspected() {
    return leakageSuspected;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
