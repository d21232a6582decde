// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code word_error_rate}, {@code agreement}, {@code disagreement}. */
public final class EngineTrialMeasure extends OpenEnum {
  public static final EngineTrialMeasure WORD_ERROR_RATE = new EngineTrialMeasure("word_error_rate");
  public static final EngineTrialMeasure AGREEMENT = new EngineTrialMeasure("agreement");
  public static final EngineTrialMeasure DISAGREEMENT = new EngineTrialMeasure("disagreement");

  private EngineTrialMeasure(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static EngineTrialMeasure of(String value) {
    return new EngineTrialMeasure(value);
  }
}
