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
   * {@code none}: nothing was to be masked. {@code processing}: a worker masks the call. {@code applied}: what was
   * found is masked. {@code withheld}: something could not be masked exactly, so that whole segments are masked,
   * and a recording that was to be masked is withheld; so it is while a call has failed.
   */
  public RedactionStatus status() {
    return status;
  }

  /** Of the rules that found it. */
  public String version() {
    return version;
  }

  /** How many stretches are masked, by type or by the key of a custom type. */
  public Map<String, Long> types() {
    return types;
  }

  /** What {@code audio.url} leads to: the recording as it was sent, a masked one, or nothing. */
  public RedactedAudio audio() {
    return audio;
  }

  /** The recording as it was sent. */
  public OriginalRecording original() {
    return original;
  }

  /**
   * {@code names_by_cues}: no language model looked for names and addresses, so that only those after words such as
   * "my name is" are masked. {@code unknown_language}: spoken numbers are known in English and German.
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
