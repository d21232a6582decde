// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** {@code ReviewedFinding} of the API. */
public final class ReviewedFinding {
  @JsonProperty("finding") private FindingPath finding;
  @JsonProperty("answer") private FindingAnswer answer;
  @JsonProperty("note") private String note;
  @JsonProperty("quotes") private List<ReviewQuote> quotes;

  private ReviewedFinding() {}

  /** The finding, by its place in {@code results}. */
  public FindingPath finding() {
    return finding;
  }

  /** The reviewer’s decision. {@code withdraw} restored the AI’s decision. */
  public FindingAnswer answer() {
    return answer;
  }

  /** The reviewer’s note. May be null. */
  public String note() {
    return note;
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
