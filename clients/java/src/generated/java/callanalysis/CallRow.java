// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Map;

/** {@code CallRow} of the API. */
public final class CallRow {
  @JsonProperty("calls") private Long calls;
  @JsonProperty("audio_minutes") private Double audioMinutes;
  @JsonProperty("compliance_score") private Mean complianceScore;
  @JsonProperty("quality_score") private Mean qualityScore;
  @JsonProperty("pass_rate") private Rate passRate;
  @JsonProperty("violations") private Map<String, Long> violations;
  @JsonProperty("not_assessable") private Long notAssessable;
  @JsonProperty("flagged") private Long flagged;
  @JsonProperty("reviewed") private Long reviewed;
  @JsonProperty("overruled") private Long overruled;
  @JsonProperty("low_n") private Boolean lowN;
  @JsonProperty("change") private CallChanges change;
  @JsonProperty("key") private Map<String, String> key;

  private CallRow() {}

  /** Completed calls. */
  public Long calls() {
    return calls;
  }

  /** Total duration. */
  public Double audioMinutes() {
    return audioMinutes;
  }

  /** Score of the calls that have one. */
  public Mean complianceScore() {
    return complianceScore;
  }

  /** Score of the calls that have one. */
  public Mean qualityScore() {
    return qualityScore;
  }

  /**
   * Of the evaluations of these calls: {@code passed} of {@code passed}, {@code failed} and {@code auto_failed}.
   */
  public Rate passRate() {
    return passRate;
  }

  /** Number of violations by rule, without dismissed ones and without rules that were not violated. */
  public Map<String, Long> violations() {
    return violations;
  }

  /** Findings without a verdict. */
  public Long notAssessable() {
    return notAssessable;
  }

  /** Calls with a flagged finding or violation. */
  public Long flagged() {
    return flagged;
  }

  /** Reviewed calls. */
  public Long reviewed() {
    return reviewed;
  }

  /** Calls in which a reviewer changed a finding or violation. */
  public Long overruled() {
    return overruled;
  }

  /**
   * A mean or a rate of the row is based on fewer than 10: too few to rank by. Rows are therefore sorted by key.
   */
  public Boolean lowN() {
    return lowN;
  }

  /** Only with {@code compare=previous}. */
  public CallChanges change() {
    return change;
  }

  /**
   * Key of the row, by grouping: days as {@code 2026-11-25}, weeks as {@code 2026-W48}, months as {@code 2026-11}.
   * Null: calls that have none.
   */
  public Map<String, String> key() {
    return key;
  }
}
