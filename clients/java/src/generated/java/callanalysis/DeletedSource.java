// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code DeletedSource} of the API. */
public final class DeletedSource {
  @JsonProperty("id") private String id;
  @JsonProperty("object") private String object;
  @JsonProperty("deleted") private Boolean deleted;

  private DeletedSource() {}

  /** Id of the object. */
  public String id() {
    return id;
  }

  /** Always {@code source}. */
  public String object() {
    return object;
  }

  /** Always {@code true}. */
  public Boolean deleted() {
    return deleted;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
