// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** {@code ValidationItem} of the API. */
public final class ValidationItem {
  @JsonProperty("type") private String type;
  @JsonProperty("loc") private List<String> loc;
  @JsonProperty("msg") private String msg;
  @JsonProperty("input") private Object input;

  private ValidationItem() {}

  /** Type of the error, for programs. */
  public String type() {
    return type;
  }

  /** Where: {@code body}, {@code query}, {@code path} or {@code header}, then the path of the field. */
  public List<String> loc() {
    return loc;
  }

  /** Error, in one sentence. */
  public String msg() {
    return msg;
  }

  /** Rejected value, of any type; omitted if it could contain a secret. May be null. */
  public Object input() {
    return input;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
