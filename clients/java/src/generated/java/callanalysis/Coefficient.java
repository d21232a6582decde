// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** {@code Coefficient} of the API. */
public final class Coefficient {
  @JsonProperty("value") private Double value;
  @JsonProperty("ci") private List<Double> ci;

  private Coefficient() {}

  /** Null where it is not defined. */
  public Double value() {
    return value;
  }

  /** 95 % interval: lower and upper bound. Null where there is no value. */
  public List<Double> ci() {
    return ci;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
