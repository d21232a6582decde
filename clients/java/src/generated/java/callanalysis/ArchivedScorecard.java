// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code ArchivedScorecard} of the API. */
public final class ArchivedScorecard {
  @JsonProperty("id") private String id;
  @JsonProperty("object") private String object;
  @JsonProperty("archived") private Boolean archived;

  private ArchivedScorecard() {}

  /** Identifier of the scorecard. */
  public String id() {
    return id;
  }

  /** Always {@code scorecard}. */
  public String object() {
    return object;
  }

  /** Always true. */
  public Boolean archived() {
    return archived;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
