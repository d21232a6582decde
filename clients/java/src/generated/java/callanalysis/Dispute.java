// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** {@code Dispute} of the API. */
public final class Dispute {
  @JsonProperty("id") private String id;
  @JsonProperty("object") private String object;
  @JsonProperty("created") private Long created;
  @JsonProperty("livemode") private Boolean livemode;
  @JsonProperty("analysis_id") private String analysisId;
  @JsonProperty("evaluation_id") private String evaluationId;
  @JsonProperty("scorecard_id") private String scorecardId;
  @JsonProperty("agent_id") private String agentId;
  @JsonProperty("raised_by") private String raisedBy;
  @JsonProperty("via") private ReviewVia via;
  @JsonProperty("answers") private List<DisputedAnswer> answers;
  @JsonProperty("status") private DisputeStatus status;
  @JsonProperty("decision") private DisputeDecision decision;
  @JsonProperty("reviewer_id") private String reviewerId;
  @JsonProperty("note") private String note;
  @JsonProperty("review_id") private String reviewId;
  @JsonProperty("resolved_at") private Long resolvedAt;

  private Dispute() {}

  /** Identifier of the dispute. */
  public String id() {
    return id;
  }

  /** Always {@code dispute}. */
  public String object() {
    return object;
  }

  /** When it was opened, in Unix seconds. */
  public Long created() {
    return created;
  }

  /** Mode of the evaluation. */
  public Boolean livemode() {
    return livemode;
  }

  /** The call. */
  public String analysisId() {
    return analysisId;
  }

  /**
   * The disputed evaluation. If the call was corrected or masked since, another one by the same revision took its
   * place.
   */
  public String evaluationId() {
    return evaluationId;
  }

  /** Scorecard of the evaluation. */
  public String scorecardId() {
    return scorecardId;
  }

  /** Agent of the call. */
  public String agentId() {
    return agentId;
  }

  /** Who raised it. */
  public String raisedBy() {
    return raisedBy;
  }

  /** Credential with which it was opened. */
  public ReviewVia via() {
    return via;
  }

  /** The disputed answers. */
  public List<DisputedAnswer> answers() {
    return answers;
  }

  /** {@code open}: its call is in the review queue, with the reason {@code disputed}. */
  public DisputeStatus status() {
    return status;
  }

  /**
   * About the disputed answers: {@code upheld} if they stand, {@code overturned}, or {@code partly}. Null until
   * resolved.
   */
  public DisputeDecision decision() {
    return decision;
  }

  /** Who resolved it; null until then. */
  public String reviewerId() {
    return reviewerId;
  }

  /** Why it was decided so; null until then. */
  public String note() {
    return note;
  }

  /** Review that changed the answers; null until resolved, and if they were upheld. */
  public String reviewId() {
    return reviewId;
  }

  /** When it was resolved, in Unix seconds. May be null. */
  public Long resolvedAt() {
    return resolvedAt;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
