// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code ConfidenceLine} of the API. */
public final class ConfidenceLine {
  @JsonProperty("confidence") private Double confidence;
  @JsonProperty("share_above") private Double shareAbove;

  private ConfidenceLine() {}

  /** Answers with this confidence or more count. */
  public Double confidence() {
    return confidence;
  }

  /** Share of the rated answers that have it. */
  public Double shareAbove() {
    return shareAbove;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
