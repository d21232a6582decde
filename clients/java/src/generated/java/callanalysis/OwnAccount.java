// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code OwnAccount} of the API. */
public final class OwnAccount {
  @JsonProperty("id") private String id;
  @JsonProperty("email") private String email;

  private OwnAccount() {}

  /** Identifier of the account. */
  public String id() {
    return id;
  }

  /** Email address of the account’s owner. */
  public String email() {
    return email;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
