// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Map;

/** {@code RoleRules} of the API. */
public final class RoleRules {
  @JsonProperty("claim") private String claim;
  @JsonProperty("map") private Map<String, GivenRole> map;
  @JsonProperty("default") private GivenRole default_;

  private RoleRules() {}

  /** Claim with the groups of a person. */
  public String claim() {
    return claim;
  }

  /** Role by group. */
  public Map<String, GivenRole> map() {
    return map;
  }

  /** Role of a person in none of the groups; null: such a person is refused. */
  public GivenRole default_() {
    return default_;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
