// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** {@code Watch} of the API. */
public final class Watch {
  @JsonProperty("analysis_ids") private List<String> analysisIds;
  @JsonProperty("sample_id") private String sampleId;

  private Watch() {}

  /** The calls. Deleted ones leave the set; fewer than 20 are not compared. */
  public List<String> analysisIds() {
    return analysisIds;
  }

  /** The sample that they were taken from. May be null. */
  public String sampleId() {
    return sampleId;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
