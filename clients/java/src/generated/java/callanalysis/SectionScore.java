// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code SectionScore} of the API. */
public final class SectionScore {
  @JsonProperty("key") private String key;
  @JsonProperty("score") private Long score;
  @JsonProperty("coverage") private Double coverage;

  private SectionScore() {}

  /** Key of the section. */
  public String key() {
    return key;
  }

  /** 0 to 100, from the questions that counted; null if none did. */
  public Long score() {
    return score;
  }

  /** Weight of the questions that counted divided by the weight of those that apply, 0 to 1. 0 if none applies. */
  public Double coverage() {
    return coverage;
  }
}
