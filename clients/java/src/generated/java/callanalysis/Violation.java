// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** {@code Violation} of the API. */
public final class Violation {
  @JsonProperty("rule")
  private String rule;

  @JsonProperty("description")
  private String description;

  @JsonProperty("confidence")
  private Double confidence;

  @JsonProperty("evidence")
  private String evidence;

  @JsonProperty("flagged")
  private Boolean flagged;

  @JsonProperty("citations")
  private List<Citation> citations;

  private Violation() {}

  /** Stable name of the rule. */
  public String rule() {
    return rule;
  }

  /**
   * One sentence for a person: that of the rule, or the service’s own with the words that prove it. No prose of a
   * model.
   */
  public String description() {
    return description;
  }

  /** 0 to 1. */
  public Double confidence() {
    return confidence;
  }

  /** Verbatim from the transcript. */
  public String evidence() {
    return evidence;
  }

  /** Always true: a person should confirm it. */
  public Boolean flagged() {
    return flagged;
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
