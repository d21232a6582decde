// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** {@code ReviewedQuestion} of the API. */
public final class ReviewedQuestion {
  @JsonProperty("evaluation_id") private String evaluationId;
  @JsonProperty("question") private String question;
  @JsonProperty("answer") private String answer;
  @JsonProperty("rationale") private String rationale;
  @JsonProperty("quotes") private List<ReviewQuote> quotes;

  private ReviewedQuestion() {}

  /** An evaluation of the call. */
  public String evaluationId() {
    return evaluationId;
  }

  /** Key of the question. */
  public String question() {
    return question;
  }

  /** Key of the answer, or {@code na}. {@code withdraw} restored the original answer. */
  public String answer() {
    return answer;
  }

  /** Reason for the dismissal; empty if none was given. */
  public String rationale() {
    return rationale;
  }

  /** The reviewer’s quotes. */
  public List<ReviewQuote> quotes() {
    return quotes;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
