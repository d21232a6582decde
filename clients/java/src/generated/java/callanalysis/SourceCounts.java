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

  /** Recordings that were found. */
  public Long seen() {
    return seen;
  }

  /** Those that became a call. */
  public Long taken() {
    return taken;
  }

  /** Those whose {@code external_id} a call had already. */
  public Long existing() {
    return existing;
  }

  /** Those that cannot become a call. */
  public Long refused() {
    return refused;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
