// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code EngineTrialCounts} of the API. */
public final class EngineTrialCounts {
  @JsonProperty("total") private Long total;
  @JsonProperty("completed") private Long completed;
  @JsonProperty("failed") private Long failed;
  @JsonProperty("skipped") private Long skipped;

  private EngineTrialCounts() {}

  /** Calls times engines. Each counts as an evaluation. */
  public Long total() {
    return total;
  }

  /** Those that are done. */
  public Long completed() {
    return completed;
  }

  /** Those that failed. */
  public Long failed() {
    return failed;
  }

  /** Those that were not tried. */
  public Long skipped() {
    return skipped;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
