// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** {@code Receipt} of the API. */
public final class Receipt {
  @JsonProperty("erasure_id") private String erasureId;
  @JsonProperty("subject_hash") private String subjectHash;
  @JsonProperty("counts") private ErasureCounts counts;
  @JsonProperty("deferred") private List<DeferredCall> deferred;
  @JsonProperty("completed_at") private Long completedAt;
  @JsonProperty("audit_head") private ReceiptHead auditHead;
  @JsonProperty("key_id") private String keyId;
  @JsonProperty("signature") private String signature;

  private Receipt() {}

  /** The erasure. */
  public String erasureId() {
    return erasureId;
  }

  /** {@code subject_hash} of the erasure. */
  public String subjectHash() {
    return subjectHash;
  }

  /** What was erased, by all rounds together. */
  public ErasureCounts counts() {
    return counts;
  }

  /** Empty: nothing is left. */
  public List<DeferredCall> deferred() {
    return deferred;
  }

  /** When it was completed, in Unix seconds. */
  public Long completedAt() {
    return completedAt;
  }

  /** Head of the audit log at that time. */
  public ReceiptHead auditHead() {
    return auditHead;
  }

  /** {@code kid} of the key in {@code /.well-known/call-analysis/keys.json}. */
  public String keyId() {
    return keyId;
  }

  /** Ed25519 over all other members in the form of RFC 8785, base64url. */
  public String signature() {
    return signature;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
