// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** {@code HearingOfCall} of the API. */
public final class HearingOfCall {
  @JsonProperty("language") private String language;
  @JsonProperty("segments") private List<TriedTurn> segments;

  private HearingOfCall() {}

  /** ISO 639-1; null if it is not known. */
  public String language() {
    return language;
  }

  /** Ascending by start. */
  public List<TriedTurn> segments() {
    return segments;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
