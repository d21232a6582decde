// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code AnswerStability} of the API. */
public final class AnswerStability {
  @JsonProperty("question") private String question;
  @JsonProperty("same") private Long same;
  @JsonProperty("of") private Long of;

  private AnswerStability() {}

  /** Key of a question for a language model. */
  public String question() {
    return question;
  }

  /** How often the model said the same again. */
  public Long same() {
    return same;
  }

  /** How often it was asked again. */
  public Long of() {
    return of;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
