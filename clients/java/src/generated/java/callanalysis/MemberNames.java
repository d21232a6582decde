// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** {@code MemberNames} of the API. */
public final class MemberNames {
  @JsonProperty("items") private List<MemberName> items;

  private MemberNames() {}

  /** Sorted by name. */
  public List<MemberName> items() {
    return items;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
