// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code DefaultEngines} of the API. */
public final class DefaultEngines {
  @JsonProperty("transcription") private String transcription;
  @JsonProperty("analysis") private String analysis;

  private DefaultEngines() {}

  /** What transcribes. */
  public String transcription() {
    return transcription;
  }

  /** What judges. */
  public String analysis() {
    return analysis;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
