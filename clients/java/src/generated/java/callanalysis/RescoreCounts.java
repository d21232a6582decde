// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code RescoreCounts} of the API. */
public final class RescoreCounts {
  @JsonProperty("total") private Long total;
  @JsonProperty("completed") private Long completed;
  @JsonProperty("failed") private Long failed;
  @JsonProperty("skipped") private Long skipped;

  private RescoreCounts() {}

  /** Completed calls that the filter found at the start. */
  public Long total() {
    return total;
  }

  /** Calls that were scored. */
  public Long completed() {
    return completed;
  }

  /** Calls whose evaluation failed. */
  public Long failed() {
    return failed;
  }

  /**
   * Calls that needed no evaluation: the same transcript was already scored with the same revision and model, or
   * the call was deleted meanwhile.
   */
  public Long skipped() {
    return skipped;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
