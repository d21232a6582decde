// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code DeletedSignIn} of the API. */
public final class DeletedSignIn {
  @JsonProperty("object") private String object;
  @JsonProperty("deleted") private Boolean deleted;

  private DeletedSignIn() {}

  /** Always {@code sign_in}. */
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
