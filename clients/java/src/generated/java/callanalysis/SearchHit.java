// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code SearchHit} of the API. */
public final class SearchHit {
  @JsonProperty("segment_id") private Long segmentId;
  @JsonProperty("speaker") private String speaker;
  @JsonProperty("start") private Double start;
  @JsonProperty("end") private Double end;
  @JsonProperty("snippet") private String snippet;

  private SearchHit() {}

  /** The segment of the present transcript in which the match begins. */
  public Long segmentId() {
    return segmentId;
  }

  /** {@code agent}, {@code customer}, or {@code speaker_N} if the role is unknown. */
  public String speaker() {
    return speaker;
  }

  /** Start of the segment, in seconds from the start of the call. */
  public Double start() {
    return start;
  }

  /** End of the segment; if a phrase continues in a later segment of the speaker, the end of that one. */
  public Double end() {
    return end;
  }

  /** The match with the words around it. {@code …} marks omitted words. */
  public String snippet() {
    return snippet;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
