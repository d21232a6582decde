// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code processing}, {@code completed}, {@code canceled}, {@code failed}, {@code dry_run}. */
public final class RescoreStatus extends OpenEnum {
  /** {@code processing}. */
  public static final RescoreStatus PROCESSING = new RescoreStatus("processing");

  /** {@code completed}. */
  public static final RescoreStatus COMPLETED = new RescoreStatus("completed");

  /** {@code canceled}. */
  public static final RescoreStatus CANCELED = new RescoreStatus("canceled");

  /** {@code failed}. */
  public static final RescoreStatus FAILED = new RescoreStatus("failed");

  /** {@code dry_run}. */
  public static final RescoreStatus DRY_RUN = new RescoreStatus("dry_run");

  private RescoreStatus(String value) {
    super(value);
  }

  /**
   * The value with this word, which need not be one of the constants.
   *
   * @param value as it stands on the wire
   * @return equal to the constant, where there is one
   */
  @JsonCreator
  public static RescoreStatus of(String value) {
    return new RescoreStatus(value);
  }
}
