// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code ResultsSummary} of the API. */
public final class ResultsSummary {
  @JsonProperty("call_kind") private CallKind callKind;
  @JsonProperty("not_judged_reason") private NotJudgedReason notJudgedReason;
  @JsonProperty("compliance") private ComplianceSummary compliance;
  @JsonProperty("quality") private QualitySummary quality;
  @JsonProperty("coaching") private CoachingSummary coaching;
  @JsonProperty("manipulation_suspected") private Boolean manipulationSuspected;

  private ResultsSummary() {}

  /**
   * Only a conversation is judged. Of a voicemail, and of a wrong number, an announcement or a call in which one
   * party never answers ({@code no_conversation}), no finding is assessable, and the summary says why. Left out of
   * analyses that an earlier release completed.
   */
  public CallKind callKind() {
    return callKind;
  }

  /**
   * Why the language model did not judge the call: it declined to ({@code model_declined}), the transcript or the
   * answer does not fit into it ({@code too_long_for_model}), or no answer was of the shape that was asked for
   * ({@code unusable_answer}). The call is completed and billed, with its transcript and metrics; no finding is
   * assessable, the scores are null, and the summary says why. Null otherwise. Left out of analyses that an earlier
   * release completed.
   */
  public NotJudgedReason notJudgedReason() {
    return notJudgedReason;
  }

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
