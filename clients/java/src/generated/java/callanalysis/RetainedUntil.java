// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code RetainedUntil} of the API. */
public final class RetainedUntil {
  @JsonProperty("recording") private Long recording;
  @JsonProperty("transcript") private Long transcript;
  @JsonProperty("analysis") private Long analysis;

  private RetainedUntil() {}

  /** The recording. Unix seconds; null: no limit. */
  public Long recording() {
    return recording;
  }

  /** The transcript. Unix seconds; null: no limit. */
  public Long transcript() {
    return transcript;
  }

  /** All of it. Unix seconds; null: no limit. */
  public Long analysis() {
    return analysis;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
