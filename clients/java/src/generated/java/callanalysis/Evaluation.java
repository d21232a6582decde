// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** {@code Evaluation} of the API. */
public final class Evaluation {
  @JsonProperty("id") private String id;
  @JsonProperty("object") private String object;
  @JsonProperty("created") private Long created;
  @JsonProperty("status") private AnalysisStatus status;
  @JsonProperty("livemode") private Boolean livemode;
  @JsonProperty("analysis_id") private String analysisId;
  @JsonProperty("agent_id") private String agentId;
  @JsonProperty("contact_id") private String contactId;
  @JsonProperty("scorecard") private EvaluatedScorecard scorecard;
  @JsonProperty("rescore_id") private String rescoreId;
  @JsonProperty("completed_at") private Long completedAt;
  @JsonProperty("error_message") private String errorMessage;
  @JsonProperty("error_code") private EvaluationErrorCode errorCode;
  @JsonProperty("score") private Long score;
  @JsonProperty("coverage") private Double coverage;
  @JsonProperty("outcome") private EvaluationOutcome outcome;
  @JsonProperty("system_score") private Long systemScore;
  @JsonProperty("system_outcome") private EvaluationOutcome systemOutcome;
  @JsonProperty("superseded") private Boolean superseded;
  @JsonProperty("acknowledged") private Acknowledgement acknowledged;
  @JsonProperty("open_dispute") private OpenDispute openDispute;
  @JsonProperty("disputable_until") private Long disputableUntil;
  @JsonProperty("sections") private List<SectionScore> sections;
  @JsonProperty("auto_fails") private List<String> autoFails;
  @JsonProperty("answers") private List<EvaluationAnswer> answers;
  @JsonProperty("provenance") private EvaluationProvenance provenance;
  @JsonProperty("form") private EvaluatedForm form;

  private Evaluation() {}

  /** Id of the evaluation. */
  public String id() {
    return id;
  }

  /** Type of the object. */
  public String object() {
    return object;
  }

  /** When it was requested; Unix seconds. */
  public Long created() {
    return created;
  }

  /**
   * Until it is {@code completed} there are no scores and no answers. A {@code failed} evaluation can be requested
   * again.
   */
  public AnalysisStatus status() {
    return status;
  }

  /** The mode of the key that asked for it, or of the call that made it itself. */
  public Boolean livemode() {
    return livemode;
  }

  /** The call that is scored. */
  public String analysisId() {
    return analysisId;
  }

  /** Agent of the call. */
  public String agentId() {
    return agentId;
  }

  /** Contact of the call. */
  public String contactId() {
    return contactId;
  }

  /** Revision that scores the call. */
  public EvaluatedScorecard scorecard() {
    return scorecard;
  }

  /** The job that asked for it; null where a client or the call itself did. */
  public String rescoreId() {
    return rescoreId;
  }

  /** When it was completed or failed; Unix seconds. May be null. */
  public Long completedAt() {
    return completedAt;
  }

  /** Why it failed; null otherwise. */
  public String errorMessage() {
    return errorMessage;
  }

  /**
   * Error code; null otherwise. Codes keep their meaning; new ones may be added, so treat an unknown code as {@code
   * not_processable}.
   */
  public EvaluationErrorCode errorCode() {
    return errorCode;
  }

  /**
   * 0 to 100, rounded half up. Null until completed, and if too little of the form was scored ({@code coverage}
   * under {@code min_coverage}).
   */
  public Long score() {
    return score;
  }

  /** Share of the applicable form that was scored, 0 to 1, by weight; two decimals. Null until completed. */
  public Double coverage() {
    return coverage;
  }

  /**
   * The first that applies: {@code auto_failed} (an answer failed the call, with evidence), {@code needs_review}
   * (such an answer without evidence), {@code not_assessable} (no score), {@code passed} or {@code failed} (score
   * and {@code pass_mark}). Null until completed.
   */
  public EvaluationOutcome outcome() {
    return outcome;
  }

  /**
   * The score without reviewers’ answers; it differs from {@code score} only if a reviewer decided. Null as {@code
   * score} is.
   */
  public Long systemScore() {
    return systemScore;
  }

  /** The outcome without reviewers’ answers. Null until completed. */
  public EvaluationOutcome systemOutcome() {
    return systemOutcome;
  }

  /**
   * The transcript was corrected since: the evaluation is listed only with its analysis, and the scorecard has
   * scored the call again.
   */
  public Boolean superseded() {
    return superseded;
  }

  /** Acknowledgement by the agent, the last one; null before the first. */
  public Acknowledgement acknowledged() {
    return acknowledged;
  }

  /** The open dispute; null if there is none. Resolved ones: {@code GET /disputes}. */
  public OpenDispute openDispute() {
    return openDispute;
  }

  /**
   * End of the time in which it can be disputed, in Unix seconds: {@code dispute_window_days} of its scorecard
   * after its completion. Null: without end, or not completed.
   */
  public Long disputableUntil() {
    return disputableUntil;
  }

  /** In the order of the form; empty until completed. */
  public List<SectionScore> sections() {
    return sections;
  }

  /** Keys of the questions whose answers failed the call automatically. */
  public List<String> autoFails() {
    return autoFails;
  }

  /** In the order of the form; empty until completed. */
  public List<EvaluationAnswer> answers() {
    return answers;
  }

  /** Version of the rules or model that scored it; null until completed. */
  public EvaluationProvenance provenance() {
    return provenance;
  }

  /** In lists with {@code include=form} only: what was asked, and the answers that each question takes. */
  public EvaluatedForm form() {
    return form;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
