// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code AnswerCount} of the API. */
public final class AnswerCount {
  @JsonProperty("answer") private String answer;
  @JsonProperty("count") private Long count;
  @JsonProperty("share") private Rate share;
  @JsonProperty("change") private Change change;

  private AnswerCount() {}

  /** Key of the answer. */
  public String answer() {
    return answer;
  }

  /** Number of times that the answer was given. */
  public Long count() {
    return count;
  }

  /** Among evaluations in which the question was answered. */
  public Rate share() {
    return share;
  }

  /** Change of the share; only with {@code compare=previous}. */
  public Change change() {
    return change;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
