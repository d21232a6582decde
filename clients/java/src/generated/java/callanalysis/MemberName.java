// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code MemberName} of the API. */
public final class MemberName {
  @JsonProperty("id") private String id;
  @JsonProperty("name") private String name;

  private MemberName() {}

  /** Identifier of the member, and {@code reviewer_id} of the member’s reviews. */
  public String id() {
    return id;
  }

  /** Name of the member, or the email address if there is none. */
  public String name() {
    return name;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
