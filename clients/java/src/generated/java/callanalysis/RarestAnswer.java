// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code RarestAnswer} of the API. */
public final class RarestAnswer {
  @JsonProperty("answer") private String answer;
  @JsonProperty("n") private Long n;

  private RarestAnswer() {}

  /** Key of the answer. */
  public String answer() {
    return answer;
  }

  /** How often people gave it. */
  public Long n() {
    return n;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
