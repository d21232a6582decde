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

  /** Type of the object. */
  public String object() {
    return object;
  }

  /** When it was requested; Unix seconds. */
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

  /** Until it is {@code completed}, or if it {@code failed}, the previous version stays in effect. */
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

  /**
   * Number of segments that were corrected individually. Compare the two versions of the transcript to see the
   * changes.
   */
  public Long editedSegments() {
    return editedSegments;
  }

  /** Your identifier of the reviewer. */
  public String reviewerId() {
    return reviewerId;
  }

  /** Credential of the reviewer. */
  public ReviewVia via() {
    return via;
  }

  /** The reviewer’s note. May be null. */
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
   * Error code; null otherwise. Codes keep their meaning; new ones may be added, so treat an unknown code as {@code
   * not_processable}.
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
