// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code WouldDelete} of the API. */
public final class WouldDelete {
  @JsonProperty("recordings") private Long recordings;
  @JsonProperty("transcripts") private Long transcripts;
  @JsonProperty("analyses") private Long analyses;

  private WouldDelete() {}

  /** Calls that would lose a recording, and stay. */
  public Long recordings() {
    return recordings;
  }

  /** Calls that would lose their transcript, and stay. */
  public Long transcripts() {
    return transcripts;
  }

  /** Calls that would be deleted. */
  public Long analyses() {
    return analyses;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
