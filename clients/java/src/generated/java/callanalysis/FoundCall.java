// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** {@code FoundCall} of the API. */
public final class FoundCall {
  @JsonProperty("analysis_id") private String analysisId;
  @JsonProperty("created") private Long created;
  @JsonProperty("agent_id") private String agentId;
  @JsonProperty("hits") private List<SearchHit> hits;

  private FoundCall() {}

  /** Id of the analysis. */
  public String analysisId() {
    return analysisId;
  }

  /** {@code created} of the analysis, in Unix seconds. */
  public Long created() {
    return created;
  }

  /** The agent; null where none was named. */
  public String agentId() {
    return agentId;
  }

  /** At most three matches, in the order of the call. */
  public List<SearchHit> hits() {
    return hits;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
