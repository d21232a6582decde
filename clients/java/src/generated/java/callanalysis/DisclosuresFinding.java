// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** {@code DisclosuresFinding} of the API. */
public final class DisclosuresFinding {
  @JsonProperty("confidence") private Double confidence;
  @JsonProperty("evidence") private String evidence;
  @JsonProperty("flagged") private Boolean flagged;
  @JsonProperty("assessable") private Boolean assessable;
  @JsonProperty("citations") private List<Citation> citations;
  @JsonProperty("source") private VerdictSource source;
  @JsonProperty("performed") private Boolean performed;
  @JsonProperty("missing") private List<String> missing;
  @JsonProperty("system") private SystemDisclosuresFinding system;

  private DisclosuresFinding() {}

  /**
   * 0 to 1: how sure the answer is, be it yes or no; 0 where the finding is not assessable, 1 where a person
   * decided.
   */
  public Double confidence() {
    return confidence;
  }

  /**
   * Verbatim from the transcript: the deed, or its opposite where the answer is no. Empty where neither was heard.
   */
  public String evidence() {
    return evidence;
  }

  /**
   * True when a person should look: the answer is no, is not assessable, or has a confidence under 0.6. False once
   * a person has decided.
   */
  public Boolean flagged() {
    return flagged;
  }

  /**
   * Read it first. False where neither the deed nor its opposite was heard, where who is the agent is not known
   * ({@code role_confidence} under 0.6), or where the party was heard too badly to be accused: the answer is then
   * not a reproach, and the finding is in no score.
   */
  public Boolean assessable() {
    return assessable;
  }

  /** Where the deed, or its opposite, was said; each is checked against the transcript. */
  public List<Citation> citations() {
    return citations;
  }

  /**
   * Whose verdict this is: the service’s, or that of a person in a review. Left out of analyses that an earlier
   * release completed and that no person has reviewed.
   */
  public VerdictSource source() {
    return source;
  }

  /** Whether the agent did it. False is a reproach only with {@code assessable: true}. */
  public Boolean performed() {
    return performed;
  }

  /** Required disclosures that are proved not to have been made. */
  public List<String> missing() {
    return missing;
  }

  /**
   * What the service says, where a person decided; null where the verdict is the service’s own. Left out of
   * analyses that an earlier release completed and that no person has reviewed.
   */
  public SystemDisclosuresFinding system() {
    return system;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
