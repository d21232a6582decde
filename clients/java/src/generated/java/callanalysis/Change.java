// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** {@code Change} of the API. */
public final class Change {
  @JsonProperty("value") private Double value;
  @JsonProperty("ci") private List<Double> ci;

  private Change() {}

  /** Current minus previous value; null if either period has no value. */
  public Double value() {
    return value;
  }

  /**
   * 95 % confidence interval of the difference (Welch). If it contains 0, the change is not significant. Null if
   * either {@code n} is under 2, and for sums.
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
