// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code ResolvedSummary} of the API. */
public final class ResolvedSummary {
  @JsonProperty("flagged") private Boolean flagged;
  @JsonProperty("assessable") private Boolean assessable;
  @JsonProperty("source") private VerdictSource source;
  @JsonProperty("resolved") private Boolean resolved;

  private ResolvedSummary() {}

  /** True if it needs review. */
  public Boolean flagged() {
    return flagged;
  }

  /** False if the call does not allow an assessment. */
  public Boolean assessable() {
    return assessable;
  }

  /**
   * Who decided: the AI ({@code system}), or a reviewer. Omitted in analyses completed by an earlier release and
   * not reviewed since.
   */
  public VerdictSource source() {
    return source;
  }

  /** Whether the customer's matter was settled. */
  public Boolean resolved() {
    return resolved;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
