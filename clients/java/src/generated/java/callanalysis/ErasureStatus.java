// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code processing}, {@code deferred}, {@code failed}, {@code completed}, {@code dry_run}. */
public final class ErasureStatus extends OpenEnum {
  public static final ErasureStatus PROCESSING = new ErasureStatus("processing");
  public static final ErasureStatus DEFERRED = new ErasureStatus("deferred");
  public static final ErasureStatus FAILED = new ErasureStatus("failed");
  public static final ErasureStatus COMPLETED = new ErasureStatus("completed");
  public static final ErasureStatus DRY_RUN = new ErasureStatus("dry_run");

  private ErasureStatus(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static ErasureStatus of(String value) {
    return new ErasureStatus(value);
  }
}
