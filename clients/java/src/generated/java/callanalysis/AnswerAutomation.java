// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code score}, {@code suggest}. */
public final class AnswerAutomation extends OpenEnum {
  public static final AnswerAutomation SCORE = new AnswerAutomation("score");
  public static final AnswerAutomation SUGGEST = new AnswerAutomation("suggest");

  private AnswerAutomation(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static AnswerAutomation of(String value) {
    return new AnswerAutomation(value);
  }
}
