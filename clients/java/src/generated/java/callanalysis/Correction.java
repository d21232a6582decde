// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Map;

/** {@code Correction} of the API. */
public final class Correction {
  @JsonProperty("id") private String id;
  @JsonProperty("object") private String object;
  @JsonProperty("created") private Long created;
  @JsonProperty("livemode") private Boolean livemode;
  @JsonProperty("analysis_id") private String analysisId;
  @JsonProperty("status") private AnalysisStatus status;
  @JsonProperty("base_version") private Long baseVersion;
  @JsonProperty("transcript_version") private Long transcriptVersion;
  @JsonProperty("swap_roles") private Boolean swapRoles;
  @JsonProperty("speakers") private Map<String, TalkingParty> speakers;
  @JsonProperty("edited_segments") private Long editedSegments;
  @JsonProperty("reviewer_id") private String reviewerId;
  @JsonProperty("via") private ReviewVia via;
  @JsonProperty("note") private String note;
  @JsonProperty("completed_at") private Long completedAt;
  @JsonProperty("error_message") private String errorMessage;
  @JsonProperty("error_code") private ErrorCode errorCode;

  private Correction() {}

  /** Id of the correction. */
  public String id() {
    return id;
  }

  /** What this is. */
  public String object() {
    return object;
  }

  /** When it was asked for; Unix seconds. */
  public Long created() {
    return created;
  }

  /** The mode of the analysis. */
  public Boolean livemode() {
    return livemode;
  }

  /** The call whose transcript is corrected. */
  public String analysisId() {
    return analysisId;
  }

  /** Until it is {@code completed} the version before stands; where it {@code failed}, it goes on standing. */
  public AnalysisStatus status() {
    return status;
  }

  /** The version that was corrected. */
  public Long baseVersion() {
    return baseVersion;
  }

  /** The version that it makes. */
  public Long transcriptVersion() {
    return transcriptVersion;
  }

  /** Agent and customer change places. */
  public Boolean swapRoles() {
    return swapRoles;
  }

  /** Who the speakers are, by the labels of the version that was corrected. */
  public Map<String, TalkingParty> speakers() {
    return speakers;
  }

  /** How many segments it names. Compare the two versions of the transcript to see what changed. */
  public Long editedSegments() {
    return editedSegments;
  }

  /** Your own identifier of the person. */
  public String reviewerId() {
    return reviewerId;
  }

  /** With what the person was let in. */
  public ReviewVia via() {
    return via;
  }

  /** Why, as the person says. May be null. */
  public String note() {
    return note;
  }

  /** When it was completed or failed; Unix seconds. May be null. */
  public Long completedAt() {
    return completedAt;
  }

  /** Why it failed; null otherwise. */
  public String errorMessage() {
    return errorMessage;
  }

  /**
   * Why it failed, as a word to branch on; null otherwise. A code keeps its meaning; more may come, so treat one
   * that you do not know as {@code not_processable}.
   */
  public ErrorCode errorCode() {
    return errorCode;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
