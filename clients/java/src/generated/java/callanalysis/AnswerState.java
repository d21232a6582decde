// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code answered}, {@code na}, {@code not_assessable}, {@code awaiting_human}, {@code skipped}. */
public final class AnswerState extends OpenEnum {
  /** {@code answered}. */
  public static final AnswerState ANSWERED = new AnswerState("answered");

  /** {@code na}. */
  public static final AnswerState NA = new AnswerState("na");

  /** {@code not_assessable}. */
  public static final AnswerState NOT_ASSESSABLE = new AnswerState("not_assessable");

  /** {@code awaiting_human}. */
  public static final AnswerState AWAITING_HUMAN = new AnswerState("awaiting_human");

  /** {@code skipped}. */
  public static final AnswerState SKIPPED = new AnswerState("skipped");

  private AnswerState(String value) {
    super(value);
  }

  /**
   * The value with this word, which need not be one of the constants.
   *
   * @param value as it stands on the wire
   * @return equal to the constant, where there is one
   */
  @JsonCreator
  public static AnswerState of(String value) {
    return new AnswerState(value);
  }
}
