// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code processing}, {@code completed}, {@code failed}, {@code skipped}, {@code canceled}. */
public final class EngineTrialItemStatus extends OpenEnum {
  public static final EngineTrialItemStatus PROCESSING = new EngineTrialItemStatus("processing");
  public static final EngineTrialItemStatus COMPLETED = new EngineTrialItemStatus("completed");
  public static final EngineTrialItemStatus FAILED = new EngineTrialItemStatus("failed");
  public static final EngineTrialItemStatus SKIPPED = new EngineTrialItemStatus("skipped");
  public static final EngineTrialItemStatus CANCELED = new EngineTrialItemStatus("canceled");

  private EngineTrialItemStatus(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static EngineTrialItemStatus of(String value) {
    return new EngineTrialItemStatus(value);
  }
}
