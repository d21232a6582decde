// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code DisputedAnswer} of the API. */
public final class DisputedAnswer {
  @JsonProperty("question") private String question;
  @JsonProperty("answer") private String answer;
  @JsonProperty("answered_by") private String answeredBy;
  @JsonProperty("claim") private String claim;
  @JsonProperty("note") private String note;

  private DisputedAnswer() {}

  /** Key of the question. */
  public String question() {
    return question;
  }

  /** The disputed answer, as it was when the dispute was opened; null if there was none. */
  public String answer() {
    return answer;
  }

  /** Reviewer who gave the disputed answer and may not resolve the dispute; null for an answer of the AI. */
  public String answeredBy() {
    return answeredBy;
  }

  /** The answer that would be right. */
  public String claim() {
    return claim;
  }

  /** Why. */
  public String note() {
    return note;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
