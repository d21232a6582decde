// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code Citation} of the API. */
public final class Citation {
  @JsonProperty("segment_id") private Long segmentId;
  @JsonProperty("speaker") private String speaker;
  @JsonProperty("start") private Double start;
  @JsonProperty("end") private Double end;
  @JsonProperty("quote") private String quote;
  @JsonProperty("verification") private CitationVerification verification;
  @JsonProperty("stale") private Boolean stale;

  private Citation() {}

  /** Segment that holds the quotation. */
  public Long segmentId() {
    return segmentId;
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

  /** Verbatim part of the segment. */
  public String quote() {
    return quote;
  }

  /** Equal but for white space, or equal but for case and punctuation. */
  public CitationVerification verification() {
    return verification;
  }

  /** True if a correction has since changed what the reviewer quoted. Omitted otherwise. */
  public Boolean stale() {
    return stale;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
