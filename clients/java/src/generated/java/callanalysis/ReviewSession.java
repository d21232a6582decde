// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** {@code ReviewSession} of the API. */
public final class ReviewSession {
  @JsonProperty("access_token") private String accessToken;
  @JsonProperty("token_type") private String tokenType;
  @JsonProperty("expires_in") private Long expiresIn;
  @JsonProperty("analysis_id") private String analysisId;
  @JsonProperty("calibration_id") private String calibrationId;
  @JsonProperty("reviewer_id") private String reviewerId;
  @JsonProperty("may") private List<ReviewLinkAct> may;

  private ReviewSession() {}

  /** Goes into {@code Authorization: Bearer …}. It opens the one analysis or session and nothing else. */
  public String accessToken() {
    return accessToken;
  }

  /** Always {@code bearer}. */
  public String tokenType() {
    return tokenType;
  }

  /** Seconds until the access token expires: 1800, or fewer where the link ends before. */
  public Long expiresIn() {
    return expiresIn;
  }

  /** The analysis that the link opens; null for a link to a calibration session. */
  public String analysisId() {
    return analysisId;
  }

  /** The calibration session that the link opens; null for a link to a call. */
  public String calibrationId() {
    return calibrationId;
  }

  /** Reviewer for whom the link was created. */
  public String reviewerId() {
    return reviewerId;
  }

  /** Permissions of the link. */
  public List<ReviewLinkAct> may() {
    return may;
  }
}
