// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** {@code RevisionFault} of the API. */
public final class RevisionFault {
  @JsonProperty("loc") private List<String> loc;
  @JsonProperty("code") private RevisionFaultCode code;
  @JsonProperty("message") private String message;

  private RevisionFault() {}

  /** Path of the member in the revision. */
  public List<String> loc() {
    return loc;
  }

  /**
   * {@code double_question}: two questions in one. {@code no_guidance}: nothing says what counts. {@code no_na}: it
   * has a condition, and no N/A. {@code absence_auto_fail}: an automatic fail because something was not heard.
   * {@code phrase_never}, {@code phrase_always}: a phrase of none or all of the last 200 calls. {@code
   * never_varies}: an answer that is always the same. The last three from 20 calls on.
   */
  public RevisionFaultCode code() {
    return code;
  }

  /** What is wrong, and what to do. */
  public String message() {
    return message;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
