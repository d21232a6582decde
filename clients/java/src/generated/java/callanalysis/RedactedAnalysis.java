// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** {@code RedactedAnalysis} of the API. */
public final class RedactedAnalysis {
  @JsonProperty("id") private String id;
  @JsonProperty("object") private String object;
  @JsonProperty("created") private Long created;
  @JsonProperty("livemode") private Boolean livemode;
  @JsonProperty("audio") private Audio audio;
  @JsonProperty("redaction") private Redaction redaction;
  @JsonProperty("redactions") private List<RedactedSpan> redactions;
  @JsonProperty("status") private String status;
  @JsonProperty("call") private CompletedCall call;
  @JsonProperty("metadata") private CompletedMetadata metadata;
  @JsonProperty("transcript") private Transcript transcript;
  @JsonProperty("results") private Results results;
  @JsonProperty("delivered_before") private List<DeliveredBefore> deliveredBefore;

  private RedactedAnalysis() {}

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

  /** It is final. */
  public String status() {
    return status;
  }

  /** The call. */
  public CompletedCall call() {
    return call;
  }

  /**
   * The service's own members, and your custom keys as you gave them; custom keys cannot have the name of one of
   * these.
   */
  public CompletedMetadata metadata() {
    return metadata;
  }

  /** Transcript with speakers; null once its retention has ended it: see {@code metadata.transcript_deleted_at}. */
  public Transcript transcript() {
    return transcript;
  }

  /** Results of the call. */
  public Results results() {
    return results;
  }

  /**
   * Notifications of the call and its evaluations that were delivered before it was masked, latest first, up to
   * 100: their content cannot be recalled.
   */
  public List<DeliveredBefore> deliveredBefore() {
    return deliveredBefore;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
