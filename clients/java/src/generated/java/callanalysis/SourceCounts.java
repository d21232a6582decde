// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code SourceCounts} of the API. */
public final class SourceCounts {
  @JsonProperty("seen") private Long seen;
  @JsonProperty("taken") private Long taken;
  @JsonProperty("existing") private Long existing;
  @JsonProperty("refused") private Long refused;

  private SourceCounts() {}

  /** Recordings found. */
  public Long seen() {
    return seen;
  }

  /** Recordings imported as calls. */
  public Long taken() {
    return taken;
  }

  /** Recordings whose {@code external_id} already had a call. */
  public Long existing() {
    return existing;
  }

  /** Recordings that cannot be imported. */
  public Long refused() {
    return refused;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
