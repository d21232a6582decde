// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code ItemAudio} of the API. */
public final class ItemAudio {
  @JsonProperty("url") private String url;

  private ItemAudio() {}

  /** Link to the recording, for an hour. May be null. */
  public String url() {
    return url;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
