// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code ProvenanceRead} of the API. */
public final class ProvenanceRead {
  @JsonProperty("id") private String id;
  @JsonProperty("at") private Long at;
  @JsonProperty("actor_kind") private AuditActorKind actorKind;
  @JsonProperty("actor_id") private String actorId;

  private ProvenanceRead() {}

  /** Id of the entry in the audit log. */
  public String id() {
    return id;
  }

  /** When, in Unix seconds. */
  public Long at() {
    return at;
  }

  /** Who got a link to the original, as in the audit log. */
  public AuditActorKind actorKind() {
    return actorKind;
  }

  /** Id of the member, the API key or the link. */
  public String actorId() {
    return actorId;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
