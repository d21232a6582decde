// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** {@code Rate} of the API. */
public final class Rate {
  @JsonProperty("value") private Double value;
  @JsonProperty("ci") private List<Double> ci;
  @JsonProperty("n") private Long n;

  private Rate() {}

  /** 0 to 1; null where {@code n} is 0. */
  public Double value() {
    return value;
  }

  /** The 95 % confidence interval of the rate, by Wilson. Null where {@code n} is under 2. */
  public List<Double> ci() {
    return ci;
  }

  /** Number of values. */
  public Long n() {
    return n;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
