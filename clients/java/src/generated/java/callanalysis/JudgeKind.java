// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code model}, {@code phrases}, {@code metric}, {@code finding}, {@code human}. */
public final class JudgeKind extends OpenEnum {
  /** {@code model}. */
  public static final JudgeKind MODEL = new JudgeKind("model");

  /** {@code phrases}. */
  public static final JudgeKind PHRASES = new JudgeKind("phrases");

  /** {@code metric}. */
  public static final JudgeKind METRIC = new JudgeKind("metric");

  /** {@code finding}. */
  public static final JudgeKind FINDING = new JudgeKind("finding");

  /** {@code human}. */
  public static final JudgeKind HUMAN = new JudgeKind("human");

  private JudgeKind(String value) {
    super(value);
  }

  /**
   * The value with this word, which need not be one of the constants.
   *
   * @param value as it stands on the wire
   * @return equal to the constant, where there is one
   */
  @JsonCreator
  public static JudgeKind of(String value) {
    return new JudgeKind(value);
  }
}
