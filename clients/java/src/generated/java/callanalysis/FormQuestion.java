// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** {@code FormQuestion} of the API. */
public final class FormQuestion {
  @JsonProperty("key") private String key;
  @JsonProperty("text") private String text;
  @JsonProperty("guidance") private String guidance;
  @JsonProperty("speaker") private TalkingParty speaker;
  @JsonProperty("weight") private Double weight;
  @JsonProperty("within") private QuoteWindow within;
  @JsonProperty("answers") private List<FormAnswer> answers;
  @JsonProperty("na") private Boolean na;
  @JsonProperty("applies_if") private QuestionCondition appliesIf;
  @JsonProperty("judge") private QuestionJudge judge;
  @JsonProperty("automation") private AnswerAutomation automation;

  private FormQuestion() {}

  /** Unique within the form. */
  public String key() {
    return key;
  }

  /** The question. */
  public String text() {
    return text;
  }

  /** Meaning of each answer, for the language model and for reviewers. May be null. */
  public String guidance() {
    return guidance;
  }

  /** Speaker of the evidence. Null: either party. */
  public TalkingParty speaker() {
    return speaker;
  }

  /** Weight in the section. With 0 the question is a tag, and counts in no score. */
  public Double weight() {
    return weight;
  }

  /** Where the quote must begin. Null: anywhere in the call. */
  public QuoteWindow within() {
    return within;
  }

  /** The answers to choose from. */
  public List<FormAnswer> answers() {
    return answers;
  }

  /** Whether {@code na}, not applicable, is allowed as an answer. */
  public Boolean na() {
    return na;
  }

  /** The question applies only with these answers to an earlier one; else it is {@code skipped}. Null: always. */
  public QuestionCondition appliesIf() {
    return appliesIf;
  }

  /** Method that answers the question. */
  public QuestionJudge judge() {
    return judge;
  }

  /** {@code suggest}: the answer is a suggestion and does not count until a reviewer confirms it. */
  public AnswerAutomation automation() {
    return automation;
  }
}
