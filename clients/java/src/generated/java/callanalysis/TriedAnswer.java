// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code TriedAnswer} of the API. */
public final class TriedAnswer {
  @JsonProperty("question") private String question;
  @JsonProperty("answer") private String answer;

  private TriedAnswer() {}

  /** Path of a finding, or key of a question. */
  public String question() {
    return question;
  }

  /** Null: not assessable. */
  public String answer() {
    return answer;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
