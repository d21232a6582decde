// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code MarkedJudgeChange} of the API. */
public final class MarkedJudgeChange {
  @JsonProperty("scorecard_id") private String scorecardId;
  @JsonProperty("at") private Long at;
  @JsonProperty("was") private JudgeVersion was;
  @JsonProperty("is") private JudgeVersion is;

  private MarkedJudgeChange() {}

  /** The scorecard. */
  public String scorecardId() {
    return scorecardId;
  }

  /** Unix seconds: when the change was found. */
  public Long at() {
    return at;
  }

  /** The judge before. May be null. */
  public JudgeVersion was() {
    return was;
  }

  /** The judge after it. May be null. */
  public JudgeVersion is() {
    return is;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
