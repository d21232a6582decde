// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code Engine} of the API. */
public final class Engine {
  @JsonProperty("transcription") private String transcription;
  @JsonProperty("analysis") private String analysis;
  @JsonProperty("grade") private EngineGrade grade;
  @JsonProperty("mean_confidence") private Double meanConfidence;
  @JsonProperty("rules_version") private String rulesVersion;

  private Engine() {}

  /**
   * What transcribed. Where workers with different engines took turns, all that heard a part, the largest share
   * first, joined by {@code + }.
   */
  public String transcription() {
    return transcription;
  }

  /** What judged. */
  public String analysis() {
    return analysis;
  }

  /** How far the result may be trusted: as far as the weakest of these engines. */
  public EngineGrade grade() {
    return grade;
  }

  /** Mean word confidence, 0 to 1; null where the engine gives none. */
  public Double meanConfidence() {
    return meanConfidence;
  }

  /** Version of the yardstick. */
  public String rulesVersion() {
    return rulesVersion;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
