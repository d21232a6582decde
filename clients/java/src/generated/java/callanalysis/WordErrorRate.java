// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** {@code WordErrorRate} of the API. */
public final class WordErrorRate {
  @JsonProperty("value") private Double value;
  @JsonProperty("ci") private List<Double> ci;
  @JsonProperty("words") private Long words;
  @JsonProperty("calls") private Long calls;

  private WordErrorRate() {}

  /** The value; null where it cannot be computed. */
  public Double value() {
    return value;
  }

  /** The interval of 95 %, by bootstrap over calls; null where there are too few. */
  public List<Double> ci() {
    return ci;
  }

  /** Words that people corrected. */
  public Long words() {
    return words;
  }

  /** Calls with such words. */
  public Long calls() {
    return calls;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
