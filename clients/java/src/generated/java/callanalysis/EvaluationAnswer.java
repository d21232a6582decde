// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** {@code EvaluationAnswer} of the API. */
public final class EvaluationAnswer {
  @JsonProperty("question") private String question;
  @JsonProperty("state") private AnswerState state;
  @JsonProperty("answer") private String answer;
  @JsonProperty("confidence") private Double confidence;
  @JsonProperty("points") private Double points;
  @JsonProperty("flagged") private Boolean flagged;
  @JsonProperty("rationale") private String rationale;
  @JsonProperty("citations") private List<Citation> citations;
  @JsonProperty("source") private JudgeKind source;
  @JsonProperty("reason") private NotAssessableReason reason;
  @JsonProperty("reviewer_id") private String reviewerId;
  @JsonProperty("system") private SystemAnswer system;

  private EvaluationAnswer() {}

  /** Key of the question. */
  public String question() {
    return question;
  }

  /**
   * Only {@code answered} counts. {@code awaiting_human}: the question is for reviewers, or the answer is a
   * suggestion that is not confirmed yet. {@code skipped}: the condition of the question is not met.
   */
  public AnswerState state() {
    return state;
  }

  /** Key of the answer; of a suggestion also {@code na}. Null where there is none. */
  public String answer() {
    return answer;
  }

  /** 0 to 1; null where there is no answer. */
  public Double confidence() {
    return confidence;
  }

  /** Points of the answer, as the form gives them; null where there is no answer. */
  public Double points() {
    return points;
  }

  /** True if the answer needs review: evidence was missing, or the confidence is under 0.6. */
  public Boolean flagged() {
    return flagged;
  }

  /** One or two sentences of explanation; empty if the answer needs none. */
  public String rationale() {
    return rationale;
  }

  /** Quotes as evidence; each is verified against the transcript. */
  public List<Citation> citations() {
    return citations;
  }

  /** Source of the answer. */
  public JudgeKind source() {
    return source;
  }

  /**
   * Why the question could not be assessed, or why its answer waits for a reviewer; null otherwise. {@code
   * no_language_model}: none is configured. {@code scenario}: the call is of the sandbox, for which no model is
   * asked. {@code model_declined}: the model declined to judge the call. {@code too_long_for_model}: the call, or
   * the answer about it, does not fit into the model. {@code unusable_answer}: the model gave no usable answer
   * about the call. {@code no_answer}: the model gave no usable answer. {@code no_quotation}: the answer needs a
   * quotation, and none could be checked. {@code other_language}: no phrase was found, and the call is not known to
   * be in the language of the form. {@code no_conversation}: the parties do not talk with each other on this call.
   * {@code not_heard}: the speaker was not heard well enough. {@code roles_unknown}: it is not known who the agent
   * is. {@code finding_not_assessable}: the built-in finding is not. {@code leakage}: one party may be heard in the
   * other’s channel too, so that the talk metrics are not known. {@code no_band}: the call has no such metric, or
   * no band fits it. {@code too_costly}: looking for the phrases of the form in this call takes more work than one
   * form may take. {@code below_target}: the confidence is below the line that {@code target_agreement} of the
   * scorecard asks for, or the question has none.
   */
  public NotAssessableReason reason() {
    return reason;
  }

  /** Your identifier of the reviewer who answered; null if none was given. */
  public String reviewerId() {
    return reviewerId;
  }

  /**
   * The original answer, if a reviewer decided: on this question, or on the finding that it uses. Null otherwise,
   * and for questions that only reviewers answer. Omitted in evaluations by an earlier release that were not
   * reviewed since.
   */
  public SystemAnswer system() {
    return system;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
