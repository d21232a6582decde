// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code Diarization} of the API. */
public final class Diarization {
  @JsonProperty("method") private DiarizationMethod method;
  @JsonProperty("role_confidence") private Double roleConfidence;
  @JsonProperty("heuristic") private Boolean heuristic;

  private Diarization() {}

  /** How speakers were distinguished: by channel, by their voices, by what was said, or not at all. */
  public DiarizationMethod method() {
    return method;
  }

  /**
   * Confidence that {@code agent} is the agent, 0 to 1. Below 0.6 the call is not evaluated; 0.5 on stereo means
   * that nothing identified the agent, and channel 1 is assumed; 1 if a reviewer assigned the speakers.
   */
  public Double roleConfidence() {
    return roleConfidence;
  }

  /**
   * True with {@code model} where two voices were distinguished by the recording's own statistics, not by a trained
   * model; left out otherwise.
   */
  public Boolean heuristic() {
    return heuristic;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
