// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code ReviewDoubt} of the API. */
public final class ReviewDoubt {
  @JsonProperty("reason") private ReviewReason reason;
  @JsonProperty("subject") private String subject;
  @JsonProperty("scorecard_id") private String scorecardId;

  private ReviewDoubt() {}

  /** Same values as {@code reasons} of the call. */
  public ReviewReason reason() {
    return reason;
  }

  /**
   * The finding as named in reviews, the rule of a violation, the question of a scorecard, or the missing score
   * ({@code compliance}, {@code quality}); {@code redaction} if it is uncertain that everything was masked; the id
   * of a sample or of a dispute. Null: the call or the evaluation as a whole.
   */
  public String subject() {
    return subject;
  }

  /** Scorecard of the question; null for an item of the call’s own results. */
  public String scorecardId() {
    return scorecardId;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
