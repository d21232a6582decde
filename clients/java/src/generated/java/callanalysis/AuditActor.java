// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code AuditActor} of the API. */
public final class AuditActor {
  @JsonProperty("kind") private AuditActorKind kind;
  @JsonProperty("id") private String id;

  private AuditActor() {}

  /**
   * {@code token}: the account’s first member. {@code service}: the service by itself. {@code operator}: a command.
   */
  public AuditActorKind kind() {
    return kind;
  }

  /** Id of the member, the API key or the link. */
  public String id() {
    return id;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
