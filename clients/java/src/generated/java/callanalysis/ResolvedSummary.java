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

  /** True when a person should look. */
  public Boolean flagged() {
    return flagged;
  }

  /** False when the call does not allow a judgement. */
  public Boolean assessable() {
    return assessable;
  }

  /**
   * Whose verdict this is: the service’s, or that of a person in a review. Left out of analyses that an earlier
   * release completed and that no person has reviewed.
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
