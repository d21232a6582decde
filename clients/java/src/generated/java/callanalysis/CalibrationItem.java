// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Map;

/** {@code CalibrationItem} of the API. */
public final class CalibrationItem {
  @JsonProperty("object") private String object;
  @JsonProperty("calibration_id") private String calibrationId;
  @JsonProperty("analysis_id") private String analysisId;
  @JsonProperty("form") private Map<String, Object> form;
  @JsonProperty("transcript") private Map<String, Object> transcript;
  @JsonProperty("audio") private ItemAudio audio;
  @JsonProperty("rating") private Rating rating;

  private CalibrationItem() {}

  /** Always {@code calibration_item}. */
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

  /** The form, as {@code GET /scorecards/{id}/revisions} has it. */
  public Map<String, Object> form() {
    return form;
  }

  /** The transcript, as {@code GET /analysis/{id}} has it. May be null. */
  public Map<String, Object> transcript() {
    return transcript;
  }

  /** The recording. */
  public ItemAudio audio() {
    return audio;
  }

  /** The rating of this reviewer; null before. */
  public Rating rating() {
    return rating;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
