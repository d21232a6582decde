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

  /** What kind of fact it is. */
  public ObservationCategory category() {
    return category;
  }

  /** One sentence for a person. */
  public String description() {
    return description;
  }

  /** {@code agent}, {@code customer}, or {@code speaker_N} where a role could not be told. */
  public String speaker() {
    return speaker;
  }

  /** False for an expected practice that was left out by an agent who is known to have been heard well. */
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

  /** Where it was said. */
  public List<Citation> citations() {
    return citations;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
