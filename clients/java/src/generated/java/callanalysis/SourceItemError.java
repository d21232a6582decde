// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** {@code SourceItemError} of the API. */
public final class SourceItemError {
  @JsonProperty("loc") private List<String> loc;
  @JsonProperty("msg") private String msg;

  private SourceItemError() {}

  /** Path of the field that is wrong; empty if none is. */
  public List<String> loc() {
    return loc;
  }

  /** Error. */
  public String msg() {
    return msg;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
