// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** {@code ReviewLink} of the API. */
public final class ReviewLink {
  @JsonProperty("id") private String id;
  @JsonProperty("object") private String object;
  @JsonProperty("created") private Long created;
  @JsonProperty("livemode") private Boolean livemode;
  @JsonProperty("analysis_id") private String analysisId;
  @JsonProperty("calibration_id") private String calibrationId;
  @JsonProperty("reviewer_id") private String reviewerId;
  @JsonProperty("may") private List<ReviewLinkAct> may;
  @JsonProperty("expires_at") private String expiresAt;

  private ReviewLink() {}

  /** Identifier of the link. It opens nothing. */
  public String id() {
    return id;
  }

  /** Always {@code review_link}. */
  public String object() {
    return object;
  }

  /** Unix time in seconds. */
  public Long created() {
    return created;
  }

  /** Mode of the analysis or the session: false for test mode. */
  public Boolean livemode() {
    return livemode;
  }

  /** The analysis that the link opens; null for a link to a calibration session. */
  public String analysisId() {
    return analysisId;
  }

  /** The calibration session that the link opens; null for a link to a call. */
  public String calibrationId() {
    return calibrationId;
  }

  /** Reviewer for whom it was created. */
  public String reviewerId() {
    return reviewerId;
  }

  /** Permissions of the link. */
  public List<ReviewLinkAct> may() {
    return may;
  }

  /** ISO 8601. */
  public String expiresAt() {
    return expiresAt;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
