// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/**
 * Known are {@code reading}, {@code processing}, {@code waiting_for_quota}, {@code completed}, {@code canceled},
 * {@code failed}.
 */
public final class BatchStatus extends OpenEnum {
  /** {@code reading}. */
  public static final BatchStatus READING = new BatchStatus("reading");

  /** {@code processing}. */
  public static final BatchStatus PROCESSING = new BatchStatus("processing");

  /** {@code waiting_for_quota}. */
  public static final BatchStatus WAITING_FOR_QUOTA = new BatchStatus("waiting_for_quota");

  /** {@code completed}. */
  public static final BatchStatus COMPLETED = new BatchStatus("completed");

  /** {@code canceled}. */
  public static final BatchStatus CANCELED = new BatchStatus("canceled");

  /** {@code failed}. */
  public static final BatchStatus FAILED = new BatchStatus("failed");

  private BatchStatus(String value) {
    super(value);
  }

  /**
   * The value with this word, which need not be one of the constants.
   *
   * @param value as it stands on the wire
   * @return equal to the constant, where there is one
   */
  @JsonCreator
  public static BatchStatus of(String value) {
    return new BatchStatus(value);
  }
}
