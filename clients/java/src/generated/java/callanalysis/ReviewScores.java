// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code ReviewScores} of the API. */
public final class ReviewScores {
  @JsonProperty("compliance") private Long compliance;
  @JsonProperty("quality") private Long quality;

  private ReviewScores() {}

  /** Same as {@code results.compliance.score}. May be null. */
  public Long compliance() {
    return compliance;
  }

  /** Same as {@code results.quality.overall_score}. May be null. */
  public Long quality() {
    return quality;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
