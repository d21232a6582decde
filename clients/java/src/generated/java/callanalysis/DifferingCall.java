// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** {@code DifferingCall} of the API. */
public final class DifferingCall {
  @JsonProperty("analysis_id") private String analysisId;
  @JsonProperty("questions") private List<String> questions;

  private DifferingCall() {}

  /** The call. */
  public String analysisId() {
    return analysisId;
  }

  /** Keys of the questions that people answered differently, in the order of the form. */
  public List<String> questions() {
    return questions;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
