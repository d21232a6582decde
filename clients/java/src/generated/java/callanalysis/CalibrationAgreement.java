// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** {@code CalibrationAgreement} of the API. */
public final class CalibrationAgreement {
  @JsonProperty("machine") private Agreement machine;
  @JsonProperty("people") private Agreement people;
  @JsonProperty("expert") private Agreement expert;
  @JsonProperty("differing") private List<DifferingCall> differing;

  private CalibrationAgreement() {}

  /** The AI and people; the expert alone where there is one. */
  public Agreement machine() {
    return machine;
  }

  /** People among each other. Null with fewer than two besides the expert. */
  public Agreement people() {
    return people;
  }

  /** People and the expert. Null without one. */
  public Agreement expert() {
    return expert;
  }

  /** Calls that people rated differently, the expert included; those with the most such questions first. */
  public List<DifferingCall> differing() {
    return differing;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
