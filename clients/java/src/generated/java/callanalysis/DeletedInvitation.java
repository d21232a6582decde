// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code DeletedInvitation} of the API. */
public final class DeletedInvitation {
  @JsonProperty("id") private String id;
  @JsonProperty("object") private String object;
  @JsonProperty("deleted") private Boolean deleted;

  private DeletedInvitation() {}

  /** Identifier of the deleted invitation. */
  public String id() {
    return id;
  }

  /** Always {@code invitation}. */
  public String object() {
    return object;
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
