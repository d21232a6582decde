// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code HoldOfCall} of the API. */
public final class HoldOfCall {
  @JsonProperty("id") private String id;
  @JsonProperty("name") private String name;

  private HoldOfCall() {}

  /** The oldest hold of the call. */
  public String id() {
    return id;
  }

  /** Its name. */
  public String name() {
    return name;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
