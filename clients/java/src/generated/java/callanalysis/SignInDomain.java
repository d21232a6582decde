// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code SignInDomain} of the API. */
public final class SignInDomain {
  @JsonProperty("domain") private String domain;
  @JsonProperty("record") private String record;
  @JsonProperty("verified") private Boolean verified;

  private SignInDomain() {}

  /** In ASCII. */
  public String domain() {
    return domain;
  }

  /** Complete TXT record that the domain itself must have. Empty if the operator has verified the domain. */
  public String record() {
    return record;
  }

  /** Whether the record was found. */
  public Boolean verified() {
    return verified;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
