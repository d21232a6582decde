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
   * Only conversations are evaluated. For a voicemail, and for a wrong number, an announcement or a call that one
   * party never answers ({@code no_conversation}), no finding is assessable, and the summary gives the reason.
   * Omitted in analyses completed by an earlier release.
   */
  public CallKind callKind() {
    return callKind;
  }

  /**
   * Why the language model did not evaluate the call: it declined ({@code model_declined}), the transcript or the
   * answer is too long for it ({@code too_long_for_model}), or its answer could not be used ({@code
   * unusable_answer}). The call is completed and billed, with its transcript and metrics; no finding is assessable,
   * the scores are null, and the summary gives the reason. Null otherwise. Omitted in analyses completed by an
   * earlier release.
   */
  public NotJudgedReason notJudgedReason() {
    return notJudgedReason;
  }

  /** Regulatory adherence. */
  public ComplianceSummary compliance() {
    return compliance;
  }

  /** Quality of the agent’s conduct, and the outcome. */
  public QualitySummary quality() {
    return quality;
  }

  /** Effort of the customer. */
  public CoachingSummary coaching() {
    return coaching;
  }

  /** Someone on the call tried to influence the AI; it changed no score. */
  public Boolean manipulationSuspected() {
    return manipulationSuspected;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
