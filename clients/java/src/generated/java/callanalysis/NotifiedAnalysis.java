// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** An analysis as a webhook carries it. */
public final class NotifiedAnalysis {
  @JsonProperty("id") private String id;
  @JsonProperty("object") private String object;
  @JsonProperty("created") private Long created;
  @JsonProperty("livemode") private Boolean livemode;
  @JsonProperty("audio") private NotifiedAudio audio;
  @JsonProperty("redaction") private Redaction redaction;
  @JsonProperty("status") private AnalysisStatus status;
  @JsonProperty("call") private Call call;
  @JsonProperty("transcript") private Transcript transcript;
  @JsonProperty("results") private Results results;
  @JsonProperty("metadata") private AnalysisMetadata metadata;
  @JsonProperty("review") private Review review;
  @JsonProperty("correction") private Correction correction;

  private NotifiedAnalysis() {}

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

  /** False in a sample. */
  public Boolean livemode() {
    return livemode;
  }

  /** The recording, without a link to it. */
  public NotifiedAudio audio() {
    return audio;
  }

  /** Masking of the call. */
  public Redaction redaction() {
    return redaction;
  }

  /** Final status. */
  public AnalysisStatus status() {
    return status;
  }

  /** The call. */
  public Call call() {
    return call;
  }

  /** Transcript with speakers; null once its retention has ended it. */
  public Transcript transcript() {
    return transcript;
  }

  /** Results of the call. May be null. */
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

  /** The review, as it was written. */
  public Review review() {
    return review;
  }

  /** The correction, completed. */
  public Correction correction() {
    return correction;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
