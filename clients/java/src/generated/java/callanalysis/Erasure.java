// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** {@code Erasure} of the API. */
public final class Erasure {
  @JsonProperty("id") private String id;
  @JsonProperty("object") private String object;
  @JsonProperty("created") private Long created;
  @JsonProperty("livemode") private Boolean livemode;
  @JsonProperty("subject") private ErasedSubject subject;
  @JsonProperty("subject_hash") private String subjectHash;
  @JsonProperty("scope") private ErasureScope scope;
  @JsonProperty("reason") private String reason;
  @JsonProperty("reference") private String reference;
  @JsonProperty("status") private ErasureStatus status;
  @JsonProperty("counts") private ErasureCounts counts;
  @JsonProperty("deferred") private List<DeferredCall> deferred;
  @JsonProperty("delivered_before") private List<String> deliveredBefore;
  @JsonProperty("error_message") private String errorMessage;
  @JsonProperty("completed_at") private Long completedAt;
  @JsonProperty("receipt") private Receipt receipt;

  private Erasure() {}

  /** Identifier of the erasure. For a dry run it refers to nothing. */
  public String id() {
    return id;
  }

  /** Always {@code erasure}. */
  public String object() {
    return object;
  }

  /** When it was asked for, in Unix seconds. */
  public Long created() {
    return created;
  }

  /** False: asked for with a test key; test calls alone. */
  public Boolean livemode() {
    return livemode;
  }

  /** What the request named. */
  public ErasedSubject subject() {
    return subject;
  }

  /**
   * HMAC-SHA256 of the name, or of the ids in ascending order with commas between them, under a key of the account
   * that no one is shown. The same name has the same hash, also in the audit log.
   */
  public String subjectHash() {
    return subjectHash;
  }

  /**
   * {@code calls}: calls with all that belongs to them. {@code recordings}: recordings alone. {@code traces}: the
   * name becomes {@code erased}, and calls stay.
   */
  public ErasureScope scope() {
    return scope;
  }

  /** Why. The erased name in it is replaced by {@code [erased]}. */
  public String reason() {
    return reason;
  }

  /** Your reference, treated likewise. May be null. */
  public String reference() {
    return reference;
  }

  /**
   * {@code processing}: at work. {@code deferred}: what holds do not keep is erased, and the rest follows at their
   * release. {@code failed}: something was found afterwards, see {@code error_message}; it is tried again each
   * minute. {@code completed}: nothing is left. {@code dry_run}: the answer to a dry run; nothing is erased.
   */
  public ErasureStatus status() {
    return status;
  }

  /** What is erased by now. */
  public ErasureCounts counts() {
    return counts;
  }

  /** Calls that holds keep, up to 1,000 of them. */
  public List<DeferredCall> deferred() {
    return deferred;
  }

  /** Addresses, without their query, that were notified of the calls before, up to 100. Nothing calls that back. */
  public List<String> deliveredBefore() {
    return deliveredBefore;
  }

  /** Names of the places in which something was found afterwards. May be null. */
  public String errorMessage() {
    return errorMessage;
  }

  /** When it was completed. May be null. */
  public Long completedAt() {
    return completedAt;
  }

  /** What {@code call-analysis receipt:verify} checks; null until it is completed. */
  public Receipt receipt() {
    return receipt;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
