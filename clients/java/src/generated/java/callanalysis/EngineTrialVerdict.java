// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code better}, {@code worse}, {@code same}, {@code too_few}. */
public final class EngineTrialVerdict extends OpenEnum {
  public static final EngineTrialVerdict BETTER = new EngineTrialVerdict("better");
  public static final EngineTrialVerdict WORSE = new EngineTrialVerdict("worse");
  public static final EngineTrialVerdict SAME = new EngineTrialVerdict("same");
  public static final EngineTrialVerdict TOO_FEW = new EngineTrialVerdict("too_few");

  private EngineTrialVerdict(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static EngineTrialVerdict of(String value) {
    return new EngineTrialVerdict(value);
  }
}
