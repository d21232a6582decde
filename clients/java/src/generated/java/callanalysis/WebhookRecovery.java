// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code WebhookRecovery} of the API. */
public final class WebhookRecovery {
  @JsonProperty("id") private String id;
  @JsonProperty("object") private String object;
  @JsonProperty("since") private String since;
  @JsonProperty("deliveries") private Long deliveries;

  private WebhookRecovery() {}

  /** Id of the endpoint. */
  public String id() {
    return id;
  }

  /** Always {@code webhook_recovery}. */
  public String object() {
    return object;
  }

  /** Deliveries that have failed since then are sent again. */
  public String since() {
    return since;
  }

  /** Number of deliveries. */
  public Long deliveries() {
    return deliveries;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
