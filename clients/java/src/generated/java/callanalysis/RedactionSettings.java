// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** {@code RedactionSettings} of the API. */
public final class RedactionSettings {
  @JsonProperty("object") private String object;
  @JsonProperty("mode") private RedactionMode mode;
  @JsonProperty("types") private List<RedactionType> types;
  @JsonProperty("countries") private List<RedactionCountry> countries;
  @JsonProperty("custom") private List<CustomRedactionType> custom;
  @JsonProperty("replacement") private RedactionReplacement replacement;
  @JsonProperty("audio") private RedactionSound audio;
  @JsonProperty("original_recording") private OriginalHandling originalRecording;

  private RedactionSettings() {}

  /** Type of the object. */
  public String object() {
    return object;
  }

  /** Whether only the transcript is masked, or the recording too. */
  public RedactionMode mode() {
    return mode;
  }

  /** Types of data that are masked. */
  public List<RedactionType> types() {
    return types;
  }

  /** Countries whose numbers, dates and addresses are detected. */
  public List<RedactionCountry> countries() {
    return countries;
  }

  /** Custom types. */
  public List<CustomRedactionType> custom() {
    return custom;
  }

  /** Replacement for masked words. */
  public RedactionReplacement replacement() {
    return replacement;
  }

  /** Replacement sound for masked words. */
  public RedactionSound audio() {
    return audio;
  }

  /** Whether the original recording is kept. */
  public OriginalHandling originalRecording() {
    return originalRecording;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
