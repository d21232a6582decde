// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code Progress} of the API. */
public final class Progress {
  @JsonProperty("stage") private AnalysisStage stage;
  @JsonProperty("percent") private Long percent;

  private Progress() {}

  /** Current step. */
  public AnalysisStage stage() {
    return stage;
  }

  /** Progress in percent. */
  public Long percent() {
    return percent;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
