// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** {@code Provenance} of the API. */
public final class Provenance {
  @JsonProperty("object") private String object;
  @JsonProperty("account_id") private String accountId;
  @JsonProperty("analysis_id") private String analysisId;
  @JsonProperty("livemode") private Boolean livemode;
  @JsonProperty("status") private String status;
  @JsonProperty("created") private Long created;
  @JsonProperty("ended_at") private Long endedAt;
  @JsonProperty("seconds") private Double seconds;
  @JsonProperty("as_of") private Long asOf;
  @JsonProperty("stages") private List<ProvenanceStage> stages;
  @JsonProperty("transcript_versions") private List<ProvenanceVersion> transcriptVersions;
  @JsonProperty("redaction") private ProvenanceRedaction redaction;
  @JsonProperty("reviews") private List<ProvenanceReview> reviews;
  @JsonProperty("original_reads") private ProvenanceReads originalReads;
  @JsonProperty("key_id") private String keyId;
  @JsonProperty("signature") private String signature;

  private Provenance() {}

  /** Always {@code provenance}. */
  public String object() {
    return object;
  }

  /** The account. */
  public String accountId() {
    return accountId;
  }

  /** The analysis. */
  public String analysisId() {
    return analysisId;
  }

  /** False for a call of test mode. */
  public Boolean livemode() {
    return livemode;
  }

  /** State of the analysis. */
  public String status() {
    return status;
  }

  /** When it was accepted, in Unix seconds. */
  public Long created() {
    return created;
  }

  /** When it was completed or failed, in Unix seconds; null until then. */
  public Long endedAt() {
    return endedAt;
  }

  /** From acceptance to that end. May be null. */
  public Double seconds() {
    return seconds;
  }

  /** When this was answered, in Unix seconds. */
  public Long asOf() {
    return asOf;
  }

  /**
   * In their order, evaluations oldest first, at most 1,000. Empty until completed. Null: not known, as for calls
   * of earlier releases, or not asked, as the analysis of a call without a conversation.
   */
  public List<ProvenanceStage> stages() {
    return stages;
  }

  /** Oldest first. Empty until completed. */
  public List<ProvenanceVersion> transcriptVersions() {
    return transcriptVersions;
  }

  /** Null until completed, and where nothing was to be masked. */
  public ProvenanceRedaction redaction() {
    return redaction;
  }

  /** Oldest first, at most 1,000. */
  public List<ProvenanceReview> reviews() {
    return reviews;
  }

  /** Who read the original recording. */
  public ProvenanceReads originalReads() {
    return originalReads;
  }

  /** With {@code format=signed}: {@code kid} of the key in {@code /.well-known/call-analysis/keys.json}. */
  public String keyId() {
    return keyId;
  }

  /** With {@code format=signed}: Ed25519 in base64url, over all other members in the form of RFC 8785. */
  public String signature() {
    return signature;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
