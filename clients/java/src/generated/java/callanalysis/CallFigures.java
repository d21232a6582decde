// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Map;

/** {@code CallFigures} of the API. */
public final class CallFigures {
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

  private CallFigures() {}

  /** Completed calls. */
  public Long calls() {
    return calls;
  }

  /** How long they lasted together. */
  public Double audioMinutes() {
    return audioMinutes;
  }

  /** Of the calls that have one. */
  public Mean complianceScore() {
    return complianceScore;
  }

  /** Of the calls that have one. */
  public Mean qualityScore() {
    return qualityScore;
  }

  /**
   * Of the evaluations of these calls: {@code passed} of {@code passed}, {@code failed} and {@code auto_failed}.
   */
  public Rate passRate() {
    return passRate;
  }

  /**
   * How often each rule was broken; without those that a person dismissed, and without rules that were not broken.
   */
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

  /** Calls that a person has reviewed. */
  public Long reviewed() {
    return reviewed;
  }

  /** Calls in which a person changed a verdict. */
  public Long overruled() {
    return overruled;
  }

  /**
   * A mean or a rate of the row rests on fewer than 10: too few to rank by. Rows are therefore in the order of
   * their keys.
   */
  public Boolean lowN() {
    return lowN;
  }

  /** With {@code compare=previous} alone. */
  public CallChanges change() {
    return change;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
