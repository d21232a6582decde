// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** {@code Change} of the API. */
public final class Change {
  @JsonProperty("value") private Double value;
  @JsonProperty("ci") private List<Double> ci;

  private Change() {}

  /** Now less before; null where either time has no value. */
  public Double value() {
    return value;
  }

  /**
   * The 95 % confidence interval of the difference, by Welch: where 0 lies within, chance may be all there is to
   * it. Null where either {@code n} is under 2, and of sums, which have none.
   */
  public List<Double> ci() {
    return ci;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
