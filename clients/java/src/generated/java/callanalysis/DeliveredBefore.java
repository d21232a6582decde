// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code DeliveredBefore} of the API. */
public final class DeliveredBefore {
  @JsonProperty("event") private WebhookEvent event;
  @JsonProperty("url") private String url;
  @JsonProperty("delivered_at") private Long deliveredAt;

  private DeliveredBefore() {}

  /** Type of the event. */
  public WebhookEvent event() {
    return event;
  }

  /** URL of the receiver. */
  public String url() {
    return url;
  }

  /** When it was delivered; Unix seconds. */
  public Long deliveredAt() {
    return deliveredAt;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
