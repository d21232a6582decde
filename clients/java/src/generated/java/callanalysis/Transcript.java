// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** {@code Transcript} of the API. */
public final class Transcript {
  @JsonProperty("version") private Long version;
  @JsonProperty("text") private String text;
  @JsonProperty("language") private String language;
  @JsonProperty("segments") private List<TranscriptSegment> segments;
  @JsonProperty("diarization") private Diarization diarization;
  @JsonProperty("hearing") private Hearing hearing;

  private Transcript() {}

  /**
   * 1 for the original transcript; each correction adds one. Omitted in analyses made before transcripts could be
   * corrected, which are at version 1.
   */
  public Long version() {
    return version;
  }

  /** One line per segment, with speaker labels. */
  public String text() {
    return text;
  }

  /**
   * ISO 639-1: as detected by the engine, else as given in the request, else as detected from the words. Null if
   * nothing was said, or the words are too few, in several languages, or ambiguous.
   */
  public String language() {
    return language;
  }

  /** Ascending by start. */
  public List<TranscriptSegment> segments() {
    return segments;
  }

  /** How the speakers were distinguished. */
  public Diarization diarization() {
    return diarization;
  }

  /** Audio quality of each party. Omitted in analyses made before this was measured. */
  public Hearing hearing() {
    return hearing;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
