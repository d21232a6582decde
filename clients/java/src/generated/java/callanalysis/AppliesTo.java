// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;

/** {@code AppliesTo} of the API. */
public final class AppliesTo {
  @JsonProperty("language") private List<String> language;
  @JsonProperty("agent_id") private List<String> agentId;
  @JsonProperty("metadata") private Map<String, List<String>> metadata;
  @JsonProperty("sample_percent") private Long samplePercent;

  private AppliesTo() {}

  /** Languages of the call, ISO 639-1. If omitted: every one. */
  public List<String> language() {
    return language;
  }

  /** Your identifiers of agents. If omitted: every one. */
  public List<String> agentId() {
    return agentId;
  }

  /** Accepted values for each metadata key of the call. If omitted: all. */
  public Map<String, List<String>> metadata() {
    return metadata;
  }

  /** Percentage of calls. If omitted: all. */
  public Long samplePercent() {
    return samplePercent;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
