// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;

/** {@code Redaction} of the API. */
public final class Redaction {
  @JsonProperty("status") private RedactionStatus status;
  @JsonProperty("version") private String version;
  @JsonProperty("types") private Map<String, Long> types;
  @JsonProperty("audio") private RedactedAudio audio;
  @JsonProperty("original") private OriginalRecording original;
  @JsonProperty("limits") private List<RedactionLimit> limits;
  @JsonProperty("pauses") private List<Pause> pauses;

  private Redaction() {}

  /**
   * {@code none}: nothing to mask. {@code processing}: the call is being masked. {@code applied}: everything found
   * is masked. {@code withheld}: something could not be masked exactly, so whole segments are masked and the
   * recording is withheld; also while a call has failed.
   */
  public RedactionStatus status() {
    return status;
  }

  /** Version of the detection rules. */
  public String version() {
    return version;
  }

  /** Number of masked parts by type, or by the key of a custom pattern. */
  public Map<String, Long> types() {
    return types;
  }

  /** The recording of {@code audio.url}: the original, a masked one, or none. */
  public RedactedAudio audio() {
    return audio;
  }

  /** The original recording. */
  public OriginalRecording original() {
    return original;
  }

  /**
   * {@code names_by_cues}: no language model detected names and addresses, so only those after words such as "my
   * name is" are masked. {@code unknown_language}: spoken numbers are detected only in English and German.
   */
  public List<RedactionLimit> limits() {
    return limits;
  }

  /** Pauses of the recording: silence or one steady tone on all channels for three seconds or more. */
  public List<Pause> pauses() {
    return pauses;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
