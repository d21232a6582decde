// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code processing}, {@code completed}, {@code failed}, {@code canceled}. */
public final class ExportStatus extends OpenEnum {
  public static final ExportStatus PROCESSING = new ExportStatus("processing");
  public static final ExportStatus COMPLETED = new ExportStatus("completed");
  public static final ExportStatus FAILED = new ExportStatus("failed");
  public static final ExportStatus CANCELED = new ExportStatus("canceled");

  private ExportStatus(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static ExportStatus of(String value) {
    return new ExportStatus(value);
  }
}
