// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code CallChanges} of the API. */
public final class CallChanges {
  @JsonProperty("calls") private Change calls;
  @JsonProperty("audio_minutes") private Change audioMinutes;
  @JsonProperty("compliance_score") private Change complianceScore;
  @JsonProperty("quality_score") private Change qualityScore;
  @JsonProperty("pass_rate") private Change passRate;

  private CallChanges() {}

  /** Change of {@code calls}. */
  public Change calls() {
    return calls;
  }

  /** Change of {@code audio_minutes}. */
  public Change audioMinutes() {
    return audioMinutes;
  }

  /** Change of the mean. */
  public Change complianceScore() {
    return complianceScore;
  }

  /** Change of the mean. */
  public Change qualityScore() {
    return qualityScore;
  }

  /** Change of the rate. */
  public Change passRate() {
    return passRate;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
