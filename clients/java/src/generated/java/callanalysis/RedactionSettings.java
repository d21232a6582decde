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

  /** Where it is masked. */
  public RedactionMode mode() {
    return mode;
  }

  /** What is masked. */
  public List<RedactionType> types() {
    return types;
  }

  /** Whose numbers, dates and addresses are looked for. */
  public List<RedactionCountry> countries() {
    return countries;
  }

  /** What is masked beside the types. */
  public List<CustomRedactionType> custom() {
    return custom;
  }

  /** What stands in place of the words. */
  public RedactionReplacement replacement() {
    return replacement;
  }

  /** What is heard in place of the words. */
  public RedactionSound audio() {
    return audio;
  }

  /** What becomes of the recording as it was sent. */
  public OriginalHandling originalRecording() {
    return originalRecording;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
