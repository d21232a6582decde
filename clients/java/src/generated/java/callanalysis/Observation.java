// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** {@code Observation} of the API. */
public final class Observation {
  @JsonProperty("rule") private String rule;
  @JsonProperty("category") private ObservationCategory category;
  @JsonProperty("description") private String description;
  @JsonProperty("speaker") private String speaker;
  @JsonProperty("observed") private Boolean observed;
  @JsonProperty("confidence") private Double confidence;
  @JsonProperty("evidence") private String evidence;
  @JsonProperty("citations") private List<Citation> citations;

  private Observation() {}

  /** Stable name of the rule. */
  public String rule() {
    return rule;
  }

  /** Category of the observation. */
  public ObservationCategory category() {
    return category;
  }

  /** One sentence. */
  public String description() {
    return description;
  }

  /** {@code agent}, {@code customer}, or {@code speaker_N} if the role is unknown. */
  public String speaker() {
    return speaker;
  }

  /** False for an expected practice that was missing, if the agent’s audio was good enough to tell. */
  public Boolean observed() {
    return observed;
  }

  /** 0 to 1. */
  public Double confidence() {
    return confidence;
  }

  /** Verbatim from the transcript. */
  public String evidence() {
    return evidence;
  }

  /** Quotes from the transcript. */
  public List<Citation> citations() {
    return citations;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
