// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code AuditSubject} of the API. */
public final class AuditSubject {
  @JsonProperty("type") private AuditSubjectType type;
  @JsonProperty("id") private String id;

  private AuditSubject() {}

  /** Kind of the object. */
  public AuditSubjectType type() {
    return type;
  }

  /** Its id, or the name of the settings. */
  public String id() {
    return id;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
