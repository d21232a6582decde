// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code DeletedRevision} of the API. */
public final class DeletedRevision {
  @JsonProperty("object") private String object;
  @JsonProperty("revision") private Long revision;
  @JsonProperty("deleted") private Boolean deleted;

  private DeletedRevision() {}

  /** Always {@code scorecard_revision}. */
  public String object() {
    return object;
  }

  /** Number of the deleted revision. It is not used again. */
  public Long revision() {
    return revision;
  }

  /** Always true. */
  public Boolean deleted() {
    return deleted;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
