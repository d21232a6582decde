// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** {@code WebhookEndpointDelivery} of the API. */
public final class WebhookEndpointDelivery {
  @JsonProperty("id") private String id;
  @JsonProperty("object") private String object;
  @JsonProperty("url") private String url;
  @JsonProperty("endpoint_id") private String endpointId;
  @JsonProperty("status") private DeliveryStatus status;
  @JsonProperty("attempts") private List<WebhookAttempt> attempts;
  @JsonProperty("next_attempt_at") private String nextAttemptAt;
  @JsonProperty("created") private Long created;
  @JsonProperty("event") private WebhookEvent event;
  @JsonProperty("event_id") private String eventId;
  @JsonProperty("analysis_id") private String analysisId;

  private WebhookEndpointDelivery() {}

  /** Id of the object. */
  public String id() {
    return id;
  }

  /** Always {@code webhook_delivery}. */
  public String object() {
    return object;
  }

  /** URL of the receiver. */
  public String url() {
    return url;
  }

  /** The endpoint of the account that it goes to; null for the address that the call or the job names itself. */
  public String endpointId() {
    return endpointId;
  }

  /**
   * {@code suppressed}: recorded in test mode, never sent. {@code failed}: no attempt is left, or the receiver
   * answered 410.
   */
  public DeliveryStatus status() {
    return status;
  }

  /** Oldest first. */
  public List<WebhookAttempt> attempts() {
    return attempts;
  }

  /**
   * When the next attempt is due; in the past while it is being sent, null when no attempt follows or its endpoint
   * is paused.
   */
  public String nextAttemptAt() {
    return nextAttemptAt;
  }

  /** Unix time in seconds. */
  public Long created() {
    return created;
  }

  /** Type of the event. */
  public WebhookEvent event() {
    return event;
  }

  /** The {@code webhook-id}: the same for every receiver of the event, and on every attempt. */
  public String eventId() {
    return eventId;
  }

  /** The analysis of the event, or of its evaluation; null for a job over past calls. */
  public String analysisId() {
    return analysisId;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
