// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Map;

/** {@code WebhookEndpointFilter} of the API. */
public final class WebhookEndpointFilter {
  @JsonProperty("agent_id") private String agentId;
  @JsonProperty("scorecard_id") private String scorecardId;
  @JsonProperty("metadata") private Map<String, String> metadata;

  private WebhookEndpointFilter() {}

  /** Only of calls of this agent. May be null. */
  public String agentId() {
    return agentId;
  }

  /** Only of this scorecard. May be null. */
  public String scorecardId() {
    return scorecardId;
  }

  /** Only calls whose custom metadata has all of these values. May be null. */
  public Map<String, String> metadata() {
    return metadata;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
