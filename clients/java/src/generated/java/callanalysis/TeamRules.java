// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code TeamRules} of the API. */
public final class TeamRules {
  @JsonProperty("claim") private String claim;

  private TeamRules() {}

  /** Claim with the teams of a person. */
  public String claim() {
    return claim;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
