// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** {@code Rating} of the API. */
public final class Rating {
  @JsonProperty("object") private String object;
  @JsonProperty("calibration_id") private String calibrationId;
  @JsonProperty("analysis_id") private String analysisId;
  @JsonProperty("reviewer_id") private String reviewerId;
  @JsonProperty("created") private Long created;
  @JsonProperty("updated") private Long updated;
  @JsonProperty("via") private ReviewVia via;
  @JsonProperty("answers") private List<RatingAnswer> answers;

  private Rating() {}

  /** Always {@code rating}. */
  public String object() {
    return object;
  }

  /** The session. */
  public String calibrationId() {
    return calibrationId;
  }

  /** The call. */
  public String analysisId() {
    return analysisId;
  }

  /** Who rated. */
  public String reviewerId() {
    return reviewerId;
  }

  /** When it was first given, in Unix seconds. */
  public Long created() {
    return created;
  }

  /** When it was last changed, in Unix seconds. */
  public Long updated() {
    return updated;
  }

  /** The credential that wrote it. */
  public ReviewVia via() {
    return via;
  }

  /** In the order of the form. */
  public List<RatingAnswer> answers() {
    return answers;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
