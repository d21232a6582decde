// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** {@code TrialMean} of the API. */
public final class TrialMean {
  @JsonProperty("mean") private Double mean;
  @JsonProperty("ci") private List<Double> ci;

  private TrialMean() {}

  /** Mean over all minutes of the calls. May be null. */
  public Double mean() {
    return mean;
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
