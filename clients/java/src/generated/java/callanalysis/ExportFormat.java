// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code txt}, {@code srt}, {@code vtt}. */
public final class ExportFormat extends OpenEnum {
  public static final ExportFormat TXT = new ExportFormat("txt");
  public static final ExportFormat SRT = new ExportFormat("srt");
  public static final ExportFormat VTT = new ExportFormat("vtt");

  private ExportFormat(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static ExportFormat of(String value) {
    return new ExportFormat(value);
  }
}
