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

  /** One sentence: that of the rule, or the service’s own with the quoted words. Never text of a model. */
  public String description() {
    return description;
  }

  /** 0 to 1; 1 if a reviewer decided. */
  public Double confidence() {
    return confidence;
  }

  /** Verbatim from the transcript. */
  public String evidence() {
    return evidence;
  }

  /** True until a reviewer confirms or dismisses it. */
  public Boolean flagged() {
    return flagged;
  }

  /** Quotes from the transcript. */
  public List<Citation> citations() {
    return citations;
  }

  /**
   * False if a reviewer dismissed it: it then no longer lowers the score. Omitted, as {@code source} is, where it
   * could only be true.
   */
  public Boolean upheld() {
    return upheld;
  }

  /**
   * Who decided: the AI ({@code system}), or a reviewer. Omitted in analyses completed by an earlier release and
   * not reviewed since.
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
