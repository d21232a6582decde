// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/**
 * Known are {@code agent_talk_seconds}, {@code customer_talk_seconds}, {@code silence_seconds}, {@code
 * overtalk_seconds}, {@code interruptions}, {@code agent_words_per_minute}, {@code customer_words_per_minute},
 * {@code talk_ratio}, {@code paused_seconds}.
 */
public final class CallMetric extends OpenEnum {
  public static final CallMetric AGENT_TALK_SECONDS = new CallMetric("agent_talk_seconds");
  public static final CallMetric CUSTOMER_TALK_SECONDS = new CallMetric("customer_talk_seconds");
  public static final CallMetric SILENCE_SECONDS = new CallMetric("silence_seconds");
  public static final CallMetric OVERTALK_SECONDS = new CallMetric("overtalk_seconds");
  public static final CallMetric INTERRUPTIONS = new CallMetric("interruptions");
  public static final CallMetric AGENT_WORDS_PER_MINUTE = new CallMetric("agent_words_per_minute");
  public static final CallMetric CUSTOMER_WORDS_PER_MINUTE = new CallMetric("customer_words_per_minute");
  public static final CallMetric TALK_RATIO = new CallMetric("talk_ratio");
  public static final CallMetric PAUSED_SECONDS = new CallMetric("paused_seconds");

  private CallMetric(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static CallMetric of(String value) {
    return new CallMetric(value);
  }
}
