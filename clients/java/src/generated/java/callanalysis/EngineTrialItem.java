// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** {@code EngineTrialItem} of the API. */
public final class EngineTrialItem {
  @JsonProperty("object") private String object;
  @JsonProperty("analysis_id") private String analysisId;
  @JsonProperty("engine") private String engine;
  @JsonProperty("status") private EngineTrialItemStatus status;
  @JsonProperty("skipped_reason") private EngineTrialSkippedReason skippedReason;
  @JsonProperty("error_message") private String errorMessage;
  @JsonProperty("seconds") private Double seconds;
  @JsonProperty("cost") private EvaluationCost cost;
  @JsonProperty("errors") private Long errors;
  @JsonProperty("words") private Long words;
  @JsonProperty("roles_wrong") private Boolean rolesWrong;
  @JsonProperty("language_wrong") private Boolean languageWrong;
  @JsonProperty("transcript") private HearingOfCall transcript;
  @JsonProperty("answers") private List<TriedAnswer> answers;
  @JsonProperty("differing_words") private List<DifferingWords> differingWords;
  @JsonProperty("differing_questions") private List<String> differingQuestions;
  @JsonProperty("reference") private TrialReference reference;

  private EngineTrialItem() {}

  /** Always {@code engine_trial_item}. */
  public String object() {
    return object;
  }

  /** The call. */
  public String analysisId() {
    return analysisId;
  }

  /** The engine. */
  public String engine() {
    return engine;
  }

  /** State of this call by this engine. */
  public EngineTrialItemStatus status() {
    return status;
  }

  /**
   * Why it was not tried. {@code scenario}: a call of the sandbox, about which no engine is asked. {@code
   * recording_gone}: the recording is deleted or withheld. {@code recording_masked}: parts of it are masked. {@code
   * engine_gone}: the service no longer has the engine. {@code no_conversation}: there is nothing to judge. {@code
   * account_full}: the account holds as much as it may. May be null.
   */
  public EngineTrialSkippedReason skippedReason() {
    return skippedReason;
  }

  /** Why it failed; null otherwise. */
  public String errorMessage() {
    return errorMessage;
  }

  /** Seconds that the engine took. May be null. */
  public Double seconds() {
    return seconds;
  }

  /** Null, never 0, if its price is unknown. */
  public EvaluationCost cost() {
    return cost;
  }

  /** Wrong words, by a corrected transcript, once the figures are computed. May be null. */
  public Long errors() {
    return errors;
  }

  /** Words of the corrected transcript. May be null. */
  public Long words() {
    return words;
  }

  /** Whether agent and customer are swapped. Null as {@code errors}. */
  public Boolean rolesWrong() {
    return rolesWrong;
  }

  /** Whether it detected another language. Null as {@code errors}. */
  public Boolean languageWrong() {
    return languageWrong;
  }

  /** What the engine heard. With {@code analysis_id}, and for {@code transcription}, only. May be null. */
  public HearingOfCall transcript() {
    return transcript;
  }

  /** What the engine answered. With {@code analysis_id}, and for {@code analysis}, only. May be null. */
  public List<TriedAnswer> answers() {
    return answers;
  }

  /**
   * Where {@code transcript} differs from that of {@code reference}. Null as {@code transcript}, and without a
   * reference.
   */
  public List<DifferingWords> differingWords() {
    return differingWords;
  }

  /**
   * Questions whose answer differs from that of {@code reference}. Null as {@code answers}, and without a
   * reference.
   */
  public List<String> differingQuestions() {
    return differingQuestions;
  }

  /**
   * What it is compared with. Null without {@code analysis_id}, and where neither people nor the first engine have
   * anything about the call.
   */
  public TrialReference reference() {
    return reference;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
