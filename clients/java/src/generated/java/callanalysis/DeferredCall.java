// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code DeferredCall} of the API. */
public final class DeferredCall {
  @JsonProperty("analysis_id") private String analysisId;
  @JsonProperty("held_by") private HoldOfCall heldBy;

  private DeferredCall() {}

  /** The call. */
  public String analysisId() {
    return analysisId;
  }

  /** What keeps it. */
  public HoldOfCall heldBy() {
    return heldBy;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
