// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** {@code TrialEstimate} of the API. */
public final class TrialEstimate {
  @JsonProperty("value") private Double value;
  @JsonProperty("ci") private List<Double> ci;

  private TrialEstimate() {}

  /** The value; null where it cannot be computed. */
  public Double value() {
    return value;
  }

  /** The interval of 95 %, by bootstrap over calls; null where there are too few. */
  public List<Double> ci() {
    return ci;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
