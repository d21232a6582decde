// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** {@code ReviewQueueItem} of the API. */
public final class ReviewQueueItem {
  @JsonProperty("analysis_id") private String analysisId;
  @JsonProperty("created") private Long created;
  @JsonProperty("agent_id") private String agentId;
  @JsonProperty("contact_id") private String contactId;
  @JsonProperty("duration_seconds") private Double durationSeconds;
  @JsonProperty("reasons") private List<ReviewReason> reasons;
  @JsonProperty("doubts") private List<ReviewDoubt> doubts;
  @JsonProperty("returned") private Boolean returned;
  @JsonProperty("severity") private Long severity;
  @JsonProperty("worth") private Double worth;
  @JsonProperty("claimed_by") private String claimedBy;
  @JsonProperty("claimed_until") private String claimedUntil;

  private ReviewQueueItem() {}

  /** The call. */
  public String analysisId() {
    return analysisId;
  }

  /** When the call was submitted; Unix seconds. */
  public Long created() {
    return created;
  }

  /** Agent of the call. */
  public String agentId() {
    return agentId;
  }

  /** Customer of the call. */
  public String contactId() {
    return contactId;
  }

  /** How long the call is. */
  public Double durationSeconds() {
    return durationSeconds;
  }

  /**
   * Why it deserves a look; what a person has decided is no reason any more. {@code needs_review}: an answer would
   * end the call as failed and lacks its proof. {@code awaiting_human}: a question waits for a person. {@code
   * violation}: the agent is held to have violated a rule. {@code flagged}: a finding or an answer is not sure, or
   * is held against the agent. {@code roles_unclear}: it is not known who the agent is ({@code role_confidence}
   * under 0.6), so that nothing was judged. {@code withheld}: a score is null, because too little could be
   * assessed.
   */
  public List<ReviewReason> reasons() {
    return reasons;
  }

  /**
   * Each doubt behind {@code reasons}. Of a call that a person has reviewed or dismissed before, those that are new
   * since: a doubt is new where the machine says of its subject what it did not say then. Empty for doubts that a
   * release before this member wrote.
   */
  public List<ReviewDoubt> doubts() {
    return doubts;
  }

  /**
   * Whether the call is back: a person has reviewed or dismissed it, and a correction, a masking or an evaluation
   * has put something new in doubt.
   */
  public Boolean returned() {
    return returned;
  }

  /**
   * The most severe of its doubts. 1: a violation, or an answer that fails the call automatically. 2: a question
   * that waits for a person. 3: something that is not sure. 4: too little could be assessed.
   */
  public Long severity() {
    return severity;
  }

  /**
   * What a look is worth: of all that is in doubt, its weight in its score × (1 − confidence), added up. 0 where it
   * changes no score.
   */
  public Double worth() {
    return worth;
  }

  /** Who looks at it now; null where no one does. */
  public String claimedBy() {
    return claimedBy;
  }

  /** When the claim ends by itself: 30 minutes after it was made; ISO 8601. Null where no one has claimed it. */
  public String claimedUntil() {
    return claimedUntil;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
