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
  @JsonProperty("transcription_engine") private NamedEngine transcriptionEngine;
  @JsonProperty("analysis_engine") private NamedEngine analysisEngine;

  private Engine() {}

  /**
   * Engine that transcribed the call. If workers with different engines took part, all of them, largest share
   * first, joined by {@code + }.
   */
  public String transcription() {
    return transcription;
  }

  /** Engine that evaluated the call. */
  public String analysis() {
    return analysis;
  }

  /** Grade of the result: that of the weakest engine. */
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

  /**
   * Engine that transcribed the largest share, as the installation names it. Null for a sample call; left out for a
   * call of an earlier release.
   */
  public NamedEngine transcriptionEngine() {
    return transcriptionEngine;
  }

  /** Engine that evaluated the call, as the installation names it. Null and left out as above. */
  public NamedEngine analysisEngine() {
    return analysisEngine;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
