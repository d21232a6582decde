// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code DeliveredBefore} of the API. */
public final class DeliveredBefore {
  @JsonProperty("event") private WebhookEvent event;
  @JsonProperty("url") private String url;
  @JsonProperty("delivered_at") private Long deliveredAt;

  private DeliveredBefore() {}

  /** What it told of. */
  public WebhookEvent event() {
    return event;
  }

  /** Where it went. */
  public String url() {
    return url;
  }

  /** When it was taken; Unix seconds. */
  public Long deliveredAt() {
    return deliveredAt;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
