// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/**
 * Known are {@code queued}, {@code processing}, {@code completed}, {@code failed}, {@code existing}, {@code
 * refused}, {@code canceled}.
 */
public final class BatchItemStatus extends OpenEnum {
  public static final BatchItemStatus QUEUED = new BatchItemStatus("queued");
  public static final BatchItemStatus PROCESSING = new BatchItemStatus("processing");
  public static final BatchItemStatus COMPLETED = new BatchItemStatus("completed");
  public static final BatchItemStatus FAILED = new BatchItemStatus("failed");
  public static final BatchItemStatus EXISTING = new BatchItemStatus("existing");
  public static final BatchItemStatus REFUSED = new BatchItemStatus("refused");
  public static final BatchItemStatus CANCELED = new BatchItemStatus("canceled");

  private BatchItemStatus(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static BatchItemStatus of(String value) {
    return new BatchItemStatus(value);
  }
}
