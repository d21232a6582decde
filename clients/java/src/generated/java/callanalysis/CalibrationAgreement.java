// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code CalibrationAgreement} of the API. */
public final class CalibrationAgreement {
  @JsonProperty("machine") private Agreement machine;
  @JsonProperty("people") private Agreement people;
  @JsonProperty("expert") private Agreement expert;

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

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
