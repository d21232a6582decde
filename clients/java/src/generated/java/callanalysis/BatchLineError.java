// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** {@code BatchLineError} of the API. */
public final class BatchLineError {
  @JsonProperty("loc") private List<String> loc;
  @JsonProperty("msg") private String msg;

  private BatchLineError() {}

  /** Path of the field, as in a 422 but without {@code body}; empty if the error is about the whole line. */
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
