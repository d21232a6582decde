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

  /** Seconds in which both talk at once. */
  public Double overtalkSeconds() {
    return overtalkSeconds;
  }

  /** Times that one broke in on the other. */
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
   * three seconds or more. Part of {@code silence_seconds}. Left out where it was not measured.
   */
  public Double pausedSeconds() {
    return pausedSeconds;
  }

  /**
   * True when the voice of one party may still be in the other’s channel, so that the figures may count it twice.
   * Left out otherwise.
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
