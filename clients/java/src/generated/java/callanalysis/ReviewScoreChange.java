// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code ReviewScoreChange} of the API. */
public final class ReviewScoreChange {
  @JsonProperty("before") private ReviewScores before;
  @JsonProperty("after") private ReviewScores after;

  private ReviewScoreChange() {}

  /** Until the review. */
  public ReviewScores before() {
    return before;
  }

  /** After the review. */
  public ReviewScores after() {
    return after;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
