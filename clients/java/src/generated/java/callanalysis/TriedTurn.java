// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code TriedTurn} of the API. */
public final class TriedTurn {
  @JsonProperty("id") private Long id;
  @JsonProperty("speaker") private String speaker;
  @JsonProperty("start") private Double start;
  @JsonProperty("end") private Double end;
  @JsonProperty("text") private String text;

  private TriedTurn() {}

  /** Position in the hearing, from 0. */
  public Long id() {
    return id;
  }

  /** {@code agent}, {@code customer}, or {@code speaker_N} if the role is unknown. */
  public String speaker() {
    return speaker;
  }

  /** Seconds from the start. */
  public Double start() {
    return start;
  }

  /** Seconds from the start. */
  public Double end() {
    return end;
  }

  /** What was heard. */
  public String text() {
    return text;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
