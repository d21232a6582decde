// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code CompletedCall} of the API. */
public final class CompletedCall {
  @JsonProperty("agent_id") private String agentId;
  @JsonProperty("contact_id") private String contactId;
  @JsonProperty("external_id") private String externalId;
  @JsonProperty("started_at") private String startedAt;
  @JsonProperty("direction") private CallDirection direction;
  @JsonProperty("duration_ms") private Long durationMs;
  @JsonProperty("duration_seconds") private Double durationSeconds;
  @JsonProperty("metrics") private CallMetrics metrics;

  private CompletedCall() {}

  /** Your identifier of the agent. */
  public String agentId() {
    return agentId;
  }

  /** Your identifier of the customer. */
  public String contactId() {
    return contactId;
  }

  /** Your identifier of the recording, unique within an account and mode. May be null. */
  public String externalId() {
    return externalId;
  }

  /** Your {@code call_started_at} in UTC; null when you gave none. */
  public String startedAt() {
    return startedAt;
  }

  /** Who called, as you gave it: the customer ({@code inbound}) or the agent ({@code outbound}). May be null. */
  public CallDirection direction() {
    return direction;
  }

  /** Decoded duration. */
  public Long durationMs() {
    return durationMs;
  }

  /** The same in seconds. */
  public Double durationSeconds() {
    return durationSeconds;
  }

  /** Talk metrics. */
  public CallMetrics metrics() {
    return metrics;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
