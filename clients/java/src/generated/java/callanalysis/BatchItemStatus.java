// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/**
 * Known are {@code queued}, {@code processing}, {@code completed}, {@code failed}, {@code existing}, {@code
 * refused}, {@code canceled}.
 */
public final class BatchItemStatus extends OpenEnum {
  /** {@code queued}. */
  public static final BatchItemStatus QUEUED = new BatchItemStatus("queued");

  /** {@code processing}. */
  public static final BatchItemStatus PROCESSING = new BatchItemStatus("processing");

  /** {@code completed}. */
  public static final BatchItemStatus COMPLETED = new BatchItemStatus("completed");

  /** {@code failed}. */
  public static final BatchItemStatus FAILED = new BatchItemStatus("failed");

  /** {@code existing}. */
  public static final BatchItemStatus EXISTING = new BatchItemStatus("existing");

  /** {@code refused}. */
  public static final BatchItemStatus REFUSED = new BatchItemStatus("refused");

  /** {@code canceled}. */
  public static final BatchItemStatus CANCELED = new BatchItemStatus("canceled");

  private BatchItemStatus(String value) {
    super(value);
  }

  /**
   * The value with this word, which need not be one of the constants.
   *
   * @param value as it stands on the wire
   * @return equal to the constant, where there is one
   */
  @JsonCreator
  public static BatchItemStatus of(String value) {
    return new BatchItemStatus(value);
  }
}
