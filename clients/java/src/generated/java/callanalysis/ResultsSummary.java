// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code ResultsSummary} of the API. */
public final class ResultsSummary {
  @JsonProperty("compliance")
  private ComplianceSummary compliance;

  @JsonProperty("quality")
  private QualitySummary quality;

  @JsonProperty("coaching")
  private CoachingSummary coaching;

  @JsonProperty("manipulation_suspected")
  private Boolean manipulationSuspected;

  private ResultsSummary() {}

  /** Regulatory adherence. */
  public ComplianceSummary compliance() {
    return compliance;
  }

  /** Professionalism and outcome. */
  public QualitySummary quality() {
    return quality;
  }

  /** How hard the call was for the customer. */
  public CoachingSummary coaching() {
    return coaching;
  }

  /** Somebody on the call spoke to the analyst; it moved no score. */
  public Boolean manipulationSuspected() {
    return manipulationSuspected;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
