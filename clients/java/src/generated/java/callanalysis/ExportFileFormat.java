// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code csv}, {@code jsonl}, {@code parquet}. */
public final class ExportFileFormat extends OpenEnum {
  public static final ExportFileFormat CSV = new ExportFileFormat("csv");
  public static final ExportFileFormat JSONL = new ExportFileFormat("jsonl");
  public static final ExportFileFormat PARQUET = new ExportFileFormat("parquet");

  private ExportFileFormat(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static ExportFileFormat of(String value) {
    return new ExportFileFormat(value);
  }
}
