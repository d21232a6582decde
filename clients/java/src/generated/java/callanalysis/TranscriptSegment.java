// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** {@code TranscriptSegment} of the API. */
public final class TranscriptSegment {
  @JsonProperty("id") private Long id;
  @JsonProperty("speaker") private String speaker;
  @JsonProperty("channel") private Long channel;
  @JsonProperty("start") private Double start;
  @JsonProperty("end") private Double end;
  @JsonProperty("text") private String text;
  @JsonProperty("confidence") private Double confidence;
  @JsonProperty("edited") private Boolean edited;
  @JsonProperty("words") private List<Word> words;

  private TranscriptSegment() {}

  /** Position in the transcript, from 0. */
  public Long id() {
    return id;
  }

  /** {@code agent}, {@code customer}, or {@code speaker_N} if the role is unknown. */
  public String speaker() {
    return speaker;
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

  /** Text. */
  public String text() {
    return text;
  }

  /** 0 to 1; null if the engine gives none, or the text was corrected. */
  public Double confidence() {
    return confidence;
  }

  /**
   * Whether its words or its speaker were corrected individually; renaming a speaker does not edit each of its
   * segments. Omitted in analyses made before transcripts could be corrected.
   */
  public Boolean edited() {
    return edited;
  }

  /** With {@code include=words} only; null if the engine gives none, or the text was corrected. */
  public List<Word> words() {
    return words;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
