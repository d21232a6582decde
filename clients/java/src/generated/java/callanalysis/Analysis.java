// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** An analysis; {@code status} distinguishes its states. */
public final class Analysis {
  @JsonProperty("id") private String id;
  @JsonProperty("object") private String object;
  @JsonProperty("created") private Long created;
  @JsonProperty("livemode") private Boolean livemode;
  @JsonProperty("audio") private Audio audio;
  @JsonProperty("redaction") private Redaction redaction;
  @JsonProperty("redactions") private List<RedactedSpan> redactions;
  @JsonProperty("status") private AnalysisStatus status;
  @JsonProperty("progress") private Progress progress;
  @JsonProperty("call") private Call call;
  @JsonProperty("results") private Results results;
  @JsonProperty("metadata") private AnalysisMetadata metadata;
  @JsonProperty("transcript") private Transcript transcript;

  private Analysis() {}

  /** Id of the object. */
  public String id() {
    return id;
  }

  /** Type of the object. */
  public String object() {
    return object;
  }

  /** Unix seconds. */
  public Long created() {
    return created;
  }

  /** False when it was created with a test key. */
  public Boolean livemode() {
    return livemode;
  }

  /** The recording. */
  public Audio audio() {
    return audio;
  }

  /** Masking of the call. */
  public Redaction redaction() {
    return redaction;
  }

  /** Positions of masked words, without their content. With {@code include=redactions} only. */
  public List<RedactedSpan> redactions() {
    return redactions;
  }

  /** It is not final. */
  public AnalysisStatus status() {
    return status;
  }

  /** Progress. May be null. */
  public Progress progress() {
    return progress;
  }

  /** The call. */
  public Call call() {
    return call;
  }

  /** Null until completed. */
  public Results results() {
    return results;
  }

  /**
   * The service's own members, and your custom keys as you gave them; custom keys cannot have the name of one of
   * these.
   */
  public AnalysisMetadata metadata() {
    return metadata;
  }

  /** Only a completed analysis has one. May be null. */
  public Transcript transcript() {
    return transcript;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
