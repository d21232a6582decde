// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code AuditHead} of the API. */
public final class AuditHead {
  @JsonProperty("object") private String object;
  @JsonProperty("account_id") private String accountId;
  @JsonProperty("sequence") private Long sequence;
  @JsonProperty("hash") private String hash;
  @JsonProperty("signed_at") private Long signedAt;
  @JsonProperty("key_id") private String keyId;
  @JsonProperty("signature") private String signature;

  private AuditHead() {}

  /** Always {@code audit_head}. */
  public String object() {
    return object;
  }

  /** The account. */
  public String accountId() {
    return accountId;
  }

  /** The last entry of the chain; 0 before the first. */
  public Long sequence() {
    return sequence;
  }

  /** Its hash; empty before the first. */
  public String hash() {
    return hash;
  }

  /** When it was signed, in Unix seconds. */
  public Long signedAt() {
    return signedAt;
  }

  /** {@code kid} of the key in {@code /.well-known/call-analysis/keys.json}. */
  public String keyId() {
    return keyId;
  }

  /** Ed25519 in base64url, over all other members in the form of RFC 8785. */
  public String signature() {
    return signature;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
