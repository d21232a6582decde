// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** {@code PerformedFinding} of the API. */
public final class PerformedFinding {
  @JsonProperty("confidence") private Double confidence;
  @JsonProperty("evidence") private String evidence;
  @JsonProperty("flagged") private Boolean flagged;
  @JsonProperty("assessable") private Boolean assessable;
  @JsonProperty("citations") private List<Citation> citations;
  @JsonProperty("source") private VerdictSource source;
  @JsonProperty("performed") private Boolean performed;
  @JsonProperty("system") private SystemPerformedFinding system;

  private PerformedFinding() {}

  /**
   * Confidence in the answer, 0 to 1, whether yes or no; 0 if the finding is not assessable, 1 if a reviewer
   * decided.
   */
  public Double confidence() {
    return confidence;
  }

  /**
   * Verbatim from the transcript: the behaviour, or its opposite if the answer is no. Empty if neither was found.
   */
  public String evidence() {
    return evidence;
  }

  /**
   * True if the finding needs review: the answer is no, is not assessable, or has a confidence under 0.6. False
   * once a reviewer has decided.
   */
  public Boolean flagged() {
    return flagged;
  }

  /**
   * Read this first. False if neither the behaviour nor its opposite was found, if it is unclear who the agent is
   * ({@code role_confidence} under 0.6), or if the audio of the party is not good enough to rule it out: the answer
   * then does not count against the agent, and the finding is in no score.
   */
  public Boolean assessable() {
    return assessable;
  }

  /** Quotes that show the behaviour, or its opposite; each is verified against the transcript. */
  public List<Citation> citations() {
    return citations;
  }

  /**
   * Who decided: the AI ({@code system}), or a reviewer. Omitted in analyses completed by an earlier release and
   * not reviewed since.
   */
  public VerdictSource source() {
    return source;
  }

  /** Whether the agent did it. {@code false} counts against the agent only with {@code assessable: true}. */
  public Boolean performed() {
    return performed;
  }

  /**
   * The AI’s decision, if a reviewer decided; null otherwise. Omitted in analyses completed by an earlier release
   * and not reviewed since.
   */
  public SystemPerformedFinding system() {
    return system;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
