// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code ReviewDoubt} of the API. */
public final class ReviewDoubt {
  @JsonProperty("reason") private ReviewReason reason;
  @JsonProperty("subject") private String subject;
  @JsonProperty("scorecard_id") private String scorecardId;

  private ReviewDoubt() {}

  /** As in {@code reasons} of the call. */
  public ReviewReason reason() {
    return reason;
  }

  /**
   * The finding as reviews name it, the rule of a violation, the question of a scorecard, or the score that is
   * missing ({@code compliance}, {@code quality}); {@code redaction} where it is not sure that all was masked.
   * Null: the call or the evaluation as a whole.
   */
  public String subject() {
    return subject;
  }

  /** Scorecard of the question; null for the results of the call. */
  public String scorecardId() {
    return scorecardId;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
