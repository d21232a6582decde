// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code RedactedSpan} of the API. */
public final class RedactedSpan {
  @JsonProperty("segment_id") private Long segmentId;
  @JsonProperty("channel") private Long channel;
  @JsonProperty("start") private Double start;
  @JsonProperty("end") private Double end;
  @JsonProperty("type") private String type;
  @JsonProperty("confidence") private Double confidence;
  @JsonProperty("basis") private RedactionBasis basis;

  private RedactedSpan() {}

  /** The segment it stands in; null for pressed keys. */
  public Long segmentId() {
    return segmentId;
  }

  /** Channel it was heard on; null for mono. */
  public Long channel() {
    return channel;
  }

  /** Seconds from the start. */
  public Double start() {
    return start;
  }

  /** Seconds from the start. */
  public Double end() {
    return end;
  }

  /** A type of the settings, or the key of a custom one. */
  public String type() {
    return type;
  }

  /** How sure that it is one. */
  public Double confidence() {
    return confidence;
  }

  /**
   * {@code pattern}: what it looks like. {@code asked_for}: what was asked before it. {@code model}: a language
   * model. {@code keys}: keys that were pressed. {@code custom}: a pattern of the account.
   */
  public RedactionBasis basis() {
    return basis;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
