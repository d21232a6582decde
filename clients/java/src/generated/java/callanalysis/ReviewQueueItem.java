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

  /** Duration of the call. */
  public Double durationSeconds() {
    return durationSeconds;
  }

  /**
   * Why the call needs review; items that a reviewer has decided are not listed. {@code needs_review}: an answer
   * would fail the scorecard but has no verified evidence. {@code awaiting_human}: a scorecard question needs a
   * reviewer’s answer. {@code violation}: a violation was found. {@code flagged}: a finding or an answer has low
   * confidence, or counts against the agent. {@code roles_unclear}: it is unclear who the agent is ({@code
   * role_confidence} under 0.6), so the call was not evaluated. {@code withheld}: a score is null, because too
   * little could be evaluated. {@code sampled}: a sample was drawn with {@code queue}. {@code disputed}: a dispute
   * is open; only resolving it takes the call out of the queue.
   */
  public List<ReviewReason> reasons() {
    return reasons;
  }

  /**
   * The open items behind {@code reasons}. If the call was reviewed or dismissed before, only the items that are
   * new since then: those for which the AI now says something else. Empty for items recorded by a release without
   * this member.
   */
  public List<ReviewDoubt> doubts() {
    return doubts;
  }

  /**
   * Whether the call returned to the queue: it was reviewed or dismissed, and a correction, a masking or an
   * evaluation added a new open item.
   */
  public Boolean returned() {
    return returned;
  }

  /**
   * Severity of the most severe open item. 1: a violation, or an answer that fails the call automatically. 2: a
   * question that needs a reviewer’s answer, or a dispute. 3: low confidence. 4: too little could be evaluated.
   */
  public Long severity() {
    return severity;
  }

  /**
   * Priority of the review: for each open item, its weight in the score × (1 − confidence), added up. 0 if the
   * items affect no score.
   */
  public Double worth() {
    return worth;
  }

  /** The reviewer who reserved the call; null if it is not reserved. */
  public String claimedBy() {
    return claimedBy;
  }

  /** When the reservation expires, 30 minutes after it was made; ISO 8601. Null if the call is not reserved. */
  public String claimedUntil() {
    return claimedUntil;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
