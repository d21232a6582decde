// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code model}, {@code phrases}, {@code metric}, {@code finding}, {@code human}. */
public final class JudgeKind extends OpenEnum {
  public static final JudgeKind MODEL = new JudgeKind("model");
  public static final JudgeKind PHRASES = new JudgeKind("phrases");
  public static final JudgeKind METRIC = new JudgeKind("metric");
  public static final JudgeKind FINDING = new JudgeKind("finding");
  public static final JudgeKind HUMAN = new JudgeKind("human");

  private JudgeKind(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static JudgeKind of(String value) {
    return new JudgeKind(value);
  }
}
