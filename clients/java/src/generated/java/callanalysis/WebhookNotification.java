// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What a webhook carries. */
public final class WebhookNotification {
  @JsonProperty("id")
  private String id;

  @JsonProperty("created")
  private Long created;

  @JsonProperty("livemode")
  private Boolean livemode;

  @JsonProperty("event")
  private WebhookEvent event;

  @JsonProperty("data")
  private NotifiedAnalysis data;

  private WebhookNotification() {}

  /** Equal to the {@code webhook-id} header; the same in every attempt. */
  public String id() {
    return id;
  }

  /** When it happened, Unix seconds. */
  public Long created() {
    return created;
  }

  /** False in a sample. */
  public Boolean livemode() {
    return livemode;
  }

  /** What happened. */
  public WebhookEvent event() {
    return event;
  }

  /** The analysis. */
  public NotifiedAnalysis data() {
    return data;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
