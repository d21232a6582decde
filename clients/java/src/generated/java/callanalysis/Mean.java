// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** {@code Mean} of the API. */
public final class Mean {
  @JsonProperty("mean") private Double mean;
  @JsonProperty("ci") private List<Double> ci;
  @JsonProperty("median") private Double median;
  @JsonProperty("n") private Long n;

  private Mean() {}

  /** Null if there are no values. */
  public Double mean() {
    return mean;
  }

  /**
   * The 95 % confidence interval of the mean, by Student’s t. It is not cut at 0 and 100. Null where {@code n} is
   * under 2.
   */
  public List<Double> ci() {
    return ci;
  }

  /** Exact: the one in the middle, or the mean of the two in the middle. May be null. */
  public Double median() {
    return median;
  }

  /** Number with a score. */
  public Long n() {
    return n;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
