// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** {@code RatingAnswer} of the API. */
public final class RatingAnswer {
  @JsonProperty("question") private String question;
  @JsonProperty("answer") private String answer;
  @JsonProperty("note") private String note;
  @JsonProperty("quotes") private List<RatingQuote> quotes;

  private RatingAnswer() {}

  /** Key of the question. */
  public String question() {
    return question;
  }

  /** Key of the answer, {@code na} or {@code not_assessable}. */
  public String answer() {
    return answer;
  }

  /** The reviewer’s note. May be null. */
  public String note() {
    return note;
  }

  /** The reviewer’s quotes. */
  public List<RatingQuote> quotes() {
    return quotes;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
