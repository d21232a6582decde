// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/**
 * Known are {@code scenario}, {@code recording_gone}, {@code recording_masked}, {@code engine_gone}, {@code
 * no_conversation}, {@code account_full}.
 */
public final class EngineTrialSkippedReason extends OpenEnum {
  public static final EngineTrialSkippedReason SCENARIO = new EngineTrialSkippedReason("scenario");
  public static final EngineTrialSkippedReason RECORDING_GONE = new EngineTrialSkippedReason("recording_gone");
  public static final EngineTrialSkippedReason RECORDING_MASKED = new EngineTrialSkippedReason("recording_masked");
  public static final EngineTrialSkippedReason ENGINE_GONE = new EngineTrialSkippedReason("engine_gone");
  public static final EngineTrialSkippedReason NO_CONVERSATION = new EngineTrialSkippedReason("no_conversation");
  public static final EngineTrialSkippedReason ACCOUNT_FULL = new EngineTrialSkippedReason("account_full");

  private EngineTrialSkippedReason(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static EngineTrialSkippedReason of(String value) {
    return new EngineTrialSkippedReason(value);
  }
}
