// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code steady}, {@code judge_changed}, {@code too_few}. */
public final class DriftVerdict extends OpenEnum {
  public static final DriftVerdict STEADY = new DriftVerdict("steady");
  public static final DriftVerdict JUDGE_CHANGED = new DriftVerdict("judge_changed");
  public static final DriftVerdict TOO_FEW = new DriftVerdict("too_few");

  private DriftVerdict(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static DriftVerdict of(String value) {
    return new DriftVerdict(value);
  }
}
