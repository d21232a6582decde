// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** {@code SystemViolation} of the API. */
public final class SystemViolation {
  @JsonProperty("rule") private String rule;
  @JsonProperty("description") private String description;
  @JsonProperty("confidence") private Double confidence;
  @JsonProperty("evidence") private String evidence;
  @JsonProperty("flagged") private Boolean flagged;
  @JsonProperty("citations") private List<Citation> citations;
  @JsonProperty("upheld") private Boolean upheld;
  @JsonProperty("source") private VerdictSource source;

  private SystemViolation() {}

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

  /** 0 to 1; 1 where a person decided. */
  public Double confidence() {
    return confidence;
  }

  /** Verbatim from the transcript. */
  public String evidence() {
    return evidence;
  }

  /** True until a person has upheld or dismissed it. */
  public Boolean flagged() {
    return flagged;
  }

  /** Where it was said. */
  public List<Citation> citations() {
    return citations;
  }

  /**
   * False where a person dismissed it: it then takes nothing off the score. Left out, as {@code source} is, where
   * it could only be true.
   */
  public Boolean upheld() {
    return upheld;
  }

  /**
   * Whose verdict this is: the service’s, or that of a person in a review. Left out of analyses that an earlier
   * release completed and that no person has reviewed.
   */
  public VerdictSource source() {
    return source;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
