// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code CalibrationProgress} of the API. */
public final class CalibrationProgress {
  @JsonProperty("reviewer_id") private String reviewerId;
  @JsonProperty("done") private Long done;
  @JsonProperty("of") private Long of;

  private CalibrationProgress() {}

  /** Your identifier of the reviewer. */
  public String reviewerId() {
    return reviewerId;
  }

  /** Calls that the reviewer has rated. */
  public Long done() {
    return done;
  }

  /** Calls of the session. */
  public Long of() {
    return of;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
