// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code AnswerTotals} of the API. */
public final class AnswerTotals {
  @JsonProperty("answered") private Long answered;
  @JsonProperty("na") private Long na;
  @JsonProperty("not_assessable") private Long notAssessable;
  @JsonProperty("awaiting_human") private Long awaitingHuman;
  @JsonProperty("skipped") private Long skipped;

  private AnswerTotals() {}

  /** Questions with an answer that counts. */
  public Long answered() {
    return answered;
  }

  /** Questions that did not apply. */
  public Long na() {
    return na;
  }

  /** Questions that could not be assessed. */
  public Long notAssessable() {
    return notAssessable;
  }

  /** Questions that need a reviewer’s answer. */
  public Long awaitingHuman() {
    return awaitingHuman;
  }

  /** Questions whose condition was not met. */
  public Long skipped() {
    return skipped;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
