// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** {@code DifferingWords} of the API. */
public final class DifferingWords {
  @JsonProperty("said") private List<ComparedSpan> said;
  @JsonProperty("heard") private List<ComparedSpan> heard;

  private DifferingWords() {}

  /** In {@code reference}; empty: words were added. */
  public List<ComparedSpan> said() {
    return said;
  }

  /** In {@code transcript}; empty: words are missing. */
  public List<ComparedSpan> heard() {
    return heard;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
