// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code MetricBand} of the API. */
public final class MetricBand {
  @JsonProperty("below") private Double below;
  @JsonProperty("answer") private String answer;

  private MetricBand() {}

  /** Values below this one, and not below the band before. Only the last band may leave it out. May be null. */
  public Double below() {
    return below;
  }

  /** The answer for these values. */
  public String answer() {
    return answer;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
