// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code ForcedPublication} of the API. */
public final class ForcedPublication {
  @JsonProperty("at") private Long at;
  @JsonProperty("via") private ReviewVia via;
  @JsonProperty("by") private String by;

  private ForcedPublication() {}

  /** When; Unix seconds. */
  public Long at() {
    return at;
  }

  /** By which kind of credential. */
  public ReviewVia via() {
    return via;
  }

  /** By whom: id of the member, or of the API key. */
  public String by() {
    return by;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
