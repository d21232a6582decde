// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code RedactionCounts} of the API. */
public final class RedactionCounts {
  @JsonProperty("total") private Long total;
  @JsonProperty("completed") private Long completed;
  @JsonProperty("failed") private Long failed;
  @JsonProperty("skipped") private Long skipped;

  private RedactionCounts() {}

  /** Completed calls that the filter found at the start. */
  public Long total() {
    return total;
  }

  /** Calls that were masked. */
  public Long completed() {
    return completed;
  }

  /** Calls that could not be masked completely. What is masked stays masked, and the recording is withheld. */
  public Long failed() {
    return failed;
  }

  /** Calls that needed no masking: nothing new to mask, or deleted meanwhile. */
  public Long skipped() {
    return skipped;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
