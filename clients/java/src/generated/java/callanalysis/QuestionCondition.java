// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** {@code QuestionCondition} of the API. */
public final class QuestionCondition {
  @JsonProperty("question") private String question;
  @JsonProperty("in") private List<String> in;

  private QuestionCondition() {}

  /** Key of an earlier question. */
  public String question() {
    return question;
  }

  /** Answers to it for which this question applies. */
  public List<String> in() {
    return in;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
