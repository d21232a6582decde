// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** {@code CreatedWebhookEndpoint} of the API. */
public final class CreatedWebhookEndpoint {
  @JsonProperty("id") private String id;
  @JsonProperty("object") private String object;
  @JsonProperty("created") private Long created;
  @JsonProperty("livemode") private Boolean livemode;
  @JsonProperty("url") private String url;
  @JsonProperty("description") private String description;
  @JsonProperty("events") private List<WebhookEndpointEvent> events;
  @JsonProperty("filter") private WebhookEndpointFilter filter;
  @JsonProperty("payload") private WebhookPayload payload;
  @JsonProperty("health") private WebhookEndpointHealth health;
  @JsonProperty("last_success_at") private String lastSuccessAt;
  @JsonProperty("last_error") private String lastError;
  @JsonProperty("failing_since") private String failingSince;
  @JsonProperty("paused_at") private String pausedAt;
  @JsonProperty("next_probe_at") private String nextProbeAt;
  @JsonProperty("secret") private String secret;

  private CreatedWebhookEndpoint() {}

  /** Id of the object. */
  public String id() {
    return id;
  }

  /** Always {@code webhook_endpoint}. */
  public String object() {
    return object;
  }

  /** Unix time in seconds. */
  public Long created() {
    return created;
  }

  /** Mode of the events. False: deliveries are recorded as {@code suppressed} and never sent. */
  public Boolean livemode() {
    return livemode;
  }

  /** URL that receives notifications. */
  public String url() {
    return url;
  }

  /** Name. May be null. */
  public String description() {
    return description;
  }

  /** {@code *} is every event, also those that later releases add. */
  public List<WebhookEndpointEvent> events() {
    return events;
  }

  /** Which events are sent: those that match every member that is not null. */
  public WebhookEndpointFilter filter() {
    return filter;
  }

  /** {@code full}: {@code data} is the whole object. {@code thin}: only its {@code id} and {@code object}. */
  public WebhookPayload payload() {
    return payload;
  }

  /**
   * {@code active}: the last attempt succeeded, or none was made. {@code failing}: no attempt has succeeded since
   * {@code failing_since}. {@code paused}: five days without success; it is tried once an hour, and resumes with
   * the first success.
   */
  public WebhookEndpointHealth health() {
    return health;
  }

  /** When it last accepted a notification, to about a minute; null if it never has. */
  public String lastSuccessAt() {
    return lastSuccessAt;
  }

  /** Error code of the last failed attempt since then, as in a delivery; null if there was none. */
  public String lastError() {
    return lastError;
  }

  /** The first failed attempt after the last success; null where there was none. */
  public String failingSince() {
    return failingSince;
  }

  /** When it was paused; null if it is not. */
  public String pausedAt() {
    return pausedAt;
  }

  /** While it is paused: when it is tried again. Otherwise null. */
  public String nextProbeAt() {
    return nextProbeAt;
  }

  /**
   * Verifies the signature of every notification to this endpoint, by Standard Webhooks. An access token can read
   * it again at {@code /secret}.
   */
  public String secret() {
    return secret;
  }
}
