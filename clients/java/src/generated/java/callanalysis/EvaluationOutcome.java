// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code passed}, {@code failed}, {@code auto_failed}, {@code needs_review}, {@code not_assessable}. */
public final class EvaluationOutcome extends OpenEnum {
  /** {@code passed}. */
  public static final EvaluationOutcome PASSED = new EvaluationOutcome("passed");

  /** {@code failed}. */
  public static final EvaluationOutcome FAILED = new EvaluationOutcome("failed");

  /** {@code auto_failed}. */
  public static final EvaluationOutcome AUTO_FAILED = new EvaluationOutcome("auto_failed");

  /** {@code needs_review}. */
  public static final EvaluationOutcome NEEDS_REVIEW = new EvaluationOutcome("needs_review");

  /** {@code not_assessable}. */
  public static final EvaluationOutcome NOT_ASSESSABLE = new EvaluationOutcome("not_assessable");

  private EvaluationOutcome(String value) {
    super(value);
  }

  /**
   * The value with this word, which need not be one of the constants.
   *
   * @param value as it stands on the wire
   * @return equal to the constant, where there is one
   */
  @JsonCreator
  public static EvaluationOutcome of(String value) {
    return new EvaluationOutcome(value);
  }
}
