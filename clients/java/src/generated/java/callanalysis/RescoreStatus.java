// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code processing}, {@code completed}, {@code canceled}, {@code failed}, {@code dry_run}. */
public final class RescoreStatus extends OpenEnum {
  public static final RescoreStatus PROCESSING = new RescoreStatus("processing");
  public static final RescoreStatus COMPLETED = new RescoreStatus("completed");
  public static final RescoreStatus CANCELED = new RescoreStatus("canceled");
  public static final RescoreStatus FAILED = new RescoreStatus("failed");
  public static final RescoreStatus DRY_RUN = new RescoreStatus("dry_run");

  private RescoreStatus(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static RescoreStatus of(String value) {
    return new RescoreStatus(value);
  }
}
