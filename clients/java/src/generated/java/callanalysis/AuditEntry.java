// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Map;

/** {@code AuditEntry} of the API. */
public final class AuditEntry {
  @JsonProperty("id") private String id;
  @JsonProperty("object") private String object;
  @JsonProperty("sequence") private Long sequence;
  @JsonProperty("at") private Long at;
  @JsonProperty("livemode") private Boolean livemode;
  @JsonProperty("actor") private AuditActor actor;
  @JsonProperty("action") private AuditAction action;
  @JsonProperty("subject") private AuditSubject subject;
  @JsonProperty("request_id") private String requestId;
  @JsonProperty("client_address") private String clientAddress;
  @JsonProperty("details") private Map<String, Object> details;
  @JsonProperty("hash") private String hash;

  private AuditEntry() {}

  /** Id of the entry. */
  public String id() {
    return id;
  }

  /** Always {@code audit_entry}. */
  public String object() {
    return object;
  }

  /** Place in the chain of the account, from 1; null for some two seconds. */
  public Long sequence() {
    return sequence;
  }

  /** When it happened, in Unix seconds. */
  public Long at() {
    return at;
  }

  /** False: a test key acted. */
  public Boolean livemode() {
    return livemode;
  }

  /** Who acted. */
  public AuditActor actor() {
    return actor;
  }

  /** What was done. */
  public AuditAction action() {
    return action;
  }

  /** To what. */
  public AuditSubject subject() {
    return subject;
  }

  /** {@code X-Request-Id} of the request that did it. May be null. */
  public String requestId() {
    return requestId;
  }

  /** HMAC of the client’s address, under a key of the account that no one is shown. May be null. */
  public String clientAddress() {
    return clientAddress;
  }

  /** Ids, counts and choices. Names of people and words of a search are HMACs, as {@code client_address} is. */
  public Map<String, Object> details() {
    return details;
  }

  /**
   * SHA-256, in hexadecimal digits, over the hash of the entry before (nothing for the first) and this object
   * without {@code hash} in the form of RFC 8785; null until the entry has its {@code sequence}.
   */
  public String hash() {
    return hash;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
