// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code MetricBand} of the API. */
public final class MetricBand {
  @JsonProperty("below") private Double below;
  @JsonProperty("answer") private String answer;

  private MetricBand() {}

  /**
   * Upper bound: the band holds values below it that are in no earlier band. Only the last band may omit it. May be
   * null.
   */
  public Double below() {
    return below;
  }

  /** Answer for these values. */
  public String answer() {
    return answer;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
