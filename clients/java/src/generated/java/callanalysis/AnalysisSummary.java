// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** An analysis as {@code view=summary} gives it; {@code status} distinguishes its states. */
public final class AnalysisSummary {
  @JsonProperty("id") private String id;
  @JsonProperty("object") private String object;
  @JsonProperty("created") private Long created;
  @JsonProperty("livemode") private Boolean livemode;
  @JsonProperty("audio") private Audio audio;
  @JsonProperty("redaction") private Redaction redaction;
  @JsonProperty("redactions") private List<RedactedSpan> redactions;
  @JsonProperty("view") private String view;
  @JsonProperty("status") private AnalysisStatus status;
  @JsonProperty("progress") private Progress progress;
  @JsonProperty("call") private Call call;
  @JsonProperty("results") private ResultsSummary results;
  @JsonProperty("metadata") private AnalysisMetadata metadata;

  private AnalysisSummary() {}

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

  /** Type of the object. */
  public String view() {
    return view;
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
  public ResultsSummary results() {
    return results;
  }

  /**
   * The service's own members, and your custom keys as you gave them; custom keys cannot have the name of one of
   * these.
   */
  public AnalysisMetadata metadata() {
    return metadata;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
