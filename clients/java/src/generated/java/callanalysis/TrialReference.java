// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** {@code TrialReference} of the API. */
public final class TrialReference {
  @JsonProperty("engine") private String engine;
  @JsonProperty("transcript") private HearingOfCall transcript;
  @JsonProperty("answers") private List<TriedAnswer> answers;

  private TrialReference() {}

  /** Null: people corrected the transcript, or answered the questions. Else the engine that stands in for them. */
  public String engine() {
    return engine;
  }

  /** For {@code transcription} only. May be null. */
  public HearingOfCall transcript() {
    return transcript;
  }

  /** For {@code analysis} only. May be null. */
  public List<TriedAnswer> answers() {
    return answers;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
