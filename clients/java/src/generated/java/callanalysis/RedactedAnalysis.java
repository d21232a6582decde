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

  /** Its id. */
  public String id() {
    return id;
  }

  /** What it is. */
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

  /** What is masked in it. */
  public Redaction redaction() {
    return redaction;
  }

  /** Where something is masked, never what. With {@code include=redactions} only. */
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
   * The service's own members, and beside them your custom keys as you gave them: no custom key has the name of one
   * of these.
   */
  public CompletedMetadata metadata() {
    return metadata;
  }

  /** Who said what. */
  public Transcript transcript() {
    return transcript;
  }

  /** What was found. */
  public Results results() {
    return results;
  }

  /**
   * The notifications of the call and of its evaluations that had been delivered before it was masked, the latest
   * first, up to a hundred: what they hold cannot be called back.
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
