// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code EvaluatedScorecard} of the API. */
public final class EvaluatedScorecard {
  @JsonProperty("id") private String id;
  @JsonProperty("name") private String name;
  @JsonProperty("revision") private Long revision;

  private EvaluatedScorecard() {}

  /** Id of the scorecard. */
  public String id() {
    return id;
  }

  /** Its name as it is now. */
  public String name() {
    return name;
  }

  /** Revision that scored the call. */
  public Long revision() {
    return revision;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
