// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** {@code RevisionCheck} of the API. */
public final class RevisionCheck {
  @JsonProperty("object") private String object;
  @JsonProperty("faults") private List<RevisionFault> faults;
  @JsonProperty("stability") private List<AnswerStability> stability;

  private RevisionCheck() {}

  /** Always {@code revision_check}. */
  public String object() {
    return object;
  }

  /** In the order of the form. */
  public List<RevisionFault> faults() {
    return faults;
  }

  /** Empty without {@code analysis_ids}, and for a form that asks no language model. */
  public List<AnswerStability> stability() {
    return stability;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
