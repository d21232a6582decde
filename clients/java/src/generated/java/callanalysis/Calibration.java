// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** {@code Calibration} of the API. */
public final class Calibration {
  @JsonProperty("id") private String id;
  @JsonProperty("object") private String object;
  @JsonProperty("created") private Long created;
  @JsonProperty("livemode") private Boolean livemode;
  @JsonProperty("name") private String name;
  @JsonProperty("status") private CalibrationStatus status;
  @JsonProperty("scorecard_id") private String scorecardId;
  @JsonProperty("revision") private Long revision;
  @JsonProperty("sample_id") private String sampleId;
  @JsonProperty("analysis_ids") private List<String> analysisIds;
  @JsonProperty("reviewer_ids") private List<String> reviewerIds;
  @JsonProperty("expert_id") private String expertId;
  @JsonProperty("blind") private Boolean blind;
  @JsonProperty("due_at") private String dueAt;
  @JsonProperty("closed_at") private Long closedAt;
  @JsonProperty("progress") private List<CalibrationProgress> progress;
  @JsonProperty("agreement") private CalibrationAgreement agreement;

  private Calibration() {}

  /** Identifier of the session. */
  public String id() {
    return id;
  }

  /** Always {@code calibration}. */
  public String object() {
    return object;
  }

  /** When it was made, in Unix seconds. */
  public Long created() {
    return created;
  }

  /** Mode of its calls. */
  public Boolean livemode() {
    return livemode;
  }

  /** Your name for it. May be null. */
  public String name() {
    return name;
  }

  /** {@code open}: reviewers rate. {@code closed}: the figures are final. {@code canceled}: there will be none. */
  public CalibrationStatus status() {
    return status;
  }

  /** The scorecard. */
  public String scorecardId() {
    return scorecardId;
  }

  /** Its revision. */
  public Long revision() {
    return revision;
  }

  /** The sample that its calls are of. May be null. */
  public String sampleId() {
    return sampleId;
  }

  /** Calls to rate. Deleted ones leave the session, also once it is closed. */
  public List<String> analysisIds() {
    return analysisIds;
  }

  /** Who rates. */
  public List<String> reviewerIds() {
    return reviewerIds;
  }

  /** Reviewer whose ratings are the reference. May be null. */
  public String expertId() {
    return expertId;
  }

  /** Whether a link shows the progress of its own reviewer alone. */
  public Boolean blind() {
    return blind;
  }

  /** When it closes by itself; ISO 8601. May be null. */
  public String dueAt() {
    return dueAt;
  }

  /** When it was closed, in Unix seconds. May be null. */
  public Long closedAt() {
    return closedAt;
  }

  /** Calls that each reviewer has rated. */
  public List<CalibrationProgress> progress() {
    return progress;
  }

  /** How far they agree. Null until the session is closed. */
  public CalibrationAgreement agreement() {
    return agreement;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
