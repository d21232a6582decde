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

  /** 0 to 100, over the questions that counted; null where none did. */
  public Long score() {
    return score;
  }

  /** 0 to 1: weight of the questions that counted by the weight of those that apply. 0 where none applies. */
  public Double coverage() {
    return coverage;
  }
}
