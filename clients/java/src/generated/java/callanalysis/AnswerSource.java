// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code model}, {@code phrases}, {@code metric}, {@code finding}, {@code human}. */
public final class AnswerSource extends OpenEnum {
  /** {@code model}. */
  public static final AnswerSource MODEL = new AnswerSource("model");

  /** {@code phrases}. */
  public static final AnswerSource PHRASES = new AnswerSource("phrases");

  /** {@code metric}. */
  public static final AnswerSource METRIC = new AnswerSource("metric");

  /** {@code finding}. */
  public static final AnswerSource FINDING = new AnswerSource("finding");

  /** {@code human}. */
  public static final AnswerSource HUMAN = new AnswerSource("human");

  private AnswerSource(String value) {
    super(value);
  }

  /**
   * The value with this word, which need not be one of the constants.
   *
   * @param value as it stands on the wire
   * @return equal to the constant, where there is one
   */
  @JsonCreator
  public static AnswerSource of(String value) {
    return new AnswerSource(value);
  }
}
