// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code Progress} of the API. */
public final class Progress {
  @JsonProperty("stage") private AnalysisStage stage;
  @JsonProperty("percent") private Long percent;

  private Progress() {}

  /** The step it is at. */
  public AnalysisStage stage() {
    return stage;
  }

  /** Progress in per cent. */
  public Long percent() {
    return percent;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
