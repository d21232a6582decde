// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** {@code OpenDispute} of the API. */
public final class OpenDispute {
  @JsonProperty("id") private String id;
  @JsonProperty("created") private Long created;
  @JsonProperty("raised_by") private String raisedBy;
  @JsonProperty("questions") private List<String> questions;

  private OpenDispute() {}

  /** Id of the dispute. */
  public String id() {
    return id;
  }

  /** When it was opened, in Unix seconds. */
  public Long created() {
    return created;
  }

  /** Who raised it. */
  public String raisedBy() {
    return raisedBy;
  }

  /** Keys of the disputed questions. */
  public List<String> questions() {
    return questions;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
