// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code passed}, {@code failed}, {@code auto_failed}, {@code needs_review}, {@code not_assessable}. */
public final class EvaluationOutcome extends OpenEnum {
  public static final EvaluationOutcome PASSED = new EvaluationOutcome("passed");
  public static final EvaluationOutcome FAILED = new EvaluationOutcome("failed");
  public static final EvaluationOutcome AUTO_FAILED = new EvaluationOutcome("auto_failed");
  public static final EvaluationOutcome NEEDS_REVIEW = new EvaluationOutcome("needs_review");
  public static final EvaluationOutcome NOT_ASSESSABLE = new EvaluationOutcome("not_assessable");

  private EvaluationOutcome(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static EvaluationOutcome of(String value) {
    return new EvaluationOutcome(value);
  }
}
