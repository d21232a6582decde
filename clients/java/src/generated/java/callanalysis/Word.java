// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code Word} of the API. */
public final class Word {
  @JsonProperty("word") private String word;
  @JsonProperty("start") private Double start;
  @JsonProperty("end") private Double end;
  @JsonProperty("confidence") private Double confidence;

  private Word() {}

  /** The word. */
  public String word() {
    return word;
  }

  /** Seconds from the start. */
  public Double start() {
    return start;
  }

  /** Seconds from the start. */
  public Double end() {
    return end;
  }

  /** 0 to 1; null where the engine gives none. */
  public Double confidence() {
    return confidence;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
