// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** {@code PlanList} of the API. */
public final class PlanList {
  @JsonProperty("items") private List<PlanOffer> items;
  @JsonProperty("total") private Long total;

  private PlanList() {}

  /** Cheapest first. */
  public List<PlanOffer> items() {
    return items;
  }

  /** Number of plans. */
  public Long total() {
    return total;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
