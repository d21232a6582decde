// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/**
 * Known are {@code reading}, {@code processing}, {@code waiting_for_quota}, {@code completed}, {@code canceled},
 * {@code failed}.
 */
public final class BatchStatus extends OpenEnum {
  public static final BatchStatus READING = new BatchStatus("reading");
  public static final BatchStatus PROCESSING = new BatchStatus("processing");
  public static final BatchStatus WAITING_FOR_QUOTA = new BatchStatus("waiting_for_quota");
  public static final BatchStatus COMPLETED = new BatchStatus("completed");
  public static final BatchStatus CANCELED = new BatchStatus("canceled");
  public static final BatchStatus FAILED = new BatchStatus("failed");

  private BatchStatus(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static BatchStatus of(String value) {
    return new BatchStatus(value);
  }
}
