// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code answered}, {@code na}, {@code not_assessable}, {@code awaiting_human}, {@code skipped}. */
public final class AnswerState extends OpenEnum {
  public static final AnswerState ANSWERED = new AnswerState("answered");
  public static final AnswerState NA = new AnswerState("na");
  public static final AnswerState NOT_ASSESSABLE = new AnswerState("not_assessable");
  public static final AnswerState AWAITING_HUMAN = new AnswerState("awaiting_human");
  public static final AnswerState SKIPPED = new AnswerState("skipped");

  private AnswerState(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static AnswerState of(String value) {
    return new AnswerState(value);
  }
}
