// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** {@code BatchLineError} of the API. */
public final class BatchLineError {
  @JsonProperty("loc") private List<String> loc;
  @JsonProperty("msg") private String msg;

  private BatchLineError() {}

  /** The way to the field, as in a 422 but without {@code body}; empty where it is about the line as a whole. */
  public List<String> loc() {
    return loc;
  }

  /** Error, in one sentence. */
  public String msg() {
    return msg;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
