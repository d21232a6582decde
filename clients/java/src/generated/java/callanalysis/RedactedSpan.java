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

  /** Confidence of the detection. */
  public Double confidence() {
    return confidence;
  }

  /**
   * How it was detected. {@code pattern}: by its format. {@code asked_for}: by the question before it. {@code
   * model}: by a language model. {@code keys}: pressed keys. {@code custom}: a pattern of the account.
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
