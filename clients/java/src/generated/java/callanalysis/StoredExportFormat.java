// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code csv}, {@code jsonl}, {@code parquet}, {@code zip}. */
public final class StoredExportFormat extends OpenEnum {
  public static final StoredExportFormat CSV = new StoredExportFormat("csv");
  public static final StoredExportFormat JSONL = new StoredExportFormat("jsonl");
  public static final StoredExportFormat PARQUET = new StoredExportFormat("parquet");
  public static final StoredExportFormat ZIP = new StoredExportFormat("zip");

  private StoredExportFormat(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static StoredExportFormat of(String value) {
    return new StoredExportFormat(value);
  }
}
