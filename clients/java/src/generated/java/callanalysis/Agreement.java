// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** {@code Agreement} of the API. */
public final class Agreement {
  @JsonProperty("object") private String object;
  @JsonProperty("scorecard_id") private String scorecardId;
  @JsonProperty("revision") private Long revision;
  @JsonProperty("between") private AgreementSide between;
  @JsonProperty("basis") private AgreementBasis basis;
  @JsonProperty("seed") private String seed;
  @JsonProperty("resamples") private Long resamples;
  @JsonProperty("questions") private List<QuestionAgreement> questions;
  @JsonProperty("drift") private Drift drift;

  private Agreement() {}

  /** Always {@code agreement}. */
  public String object() {
    return object;
  }

  /** The scorecard. */
  public String scorecardId() {
    return scorecardId;
  }

  /** Its revision. */
  public Long revision() {
    return revision;
  }

  /**
   * {@code machine}: the AI and people, or the expert alone where a session has one. {@code people}: people among
   * each other. {@code expert}: people and the expert.
   */
  public AgreementSide between() {
    return between;
  }

  /** {@code reviews}: what people decided in reviews, which is no random sample: counts alone. */
  public AgreementBasis basis() {
    return basis;
  }

  /**
   * Seed of the resamples in hexadecimal, from the ids of the calls. A question that was not rated on all of them
   * has the seed of its own calls. May be null.
   */
  public String seed() {
    return seed;
  }

  /** Resamples of each interval. */
  public Long resamples() {
    return resamples;
  }

  /** In the order of the form. */
  public List<QuestionAgreement> questions() {
    return questions;
  }

  /**
   * Whether the judge has changed, by the calls that the scorecard watches. Null without {@code watch}, until its
   * calls are judged for the first time, and for a live scorecard and a test key. Only here, not in sessions.
   */
  public Drift drift() {
    return drift;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
