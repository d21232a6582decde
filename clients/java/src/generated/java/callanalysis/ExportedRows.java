// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code analyses}, {@code evaluations}, {@code answers}, {@code segments}, {@code reviews}. */
public final class ExportedRows extends OpenEnum {
  public static final ExportedRows ANALYSES = new ExportedRows("analyses");
  public static final ExportedRows EVALUATIONS = new ExportedRows("evaluations");
  public static final ExportedRows ANSWERS = new ExportedRows("answers");
  public static final ExportedRows SEGMENTS = new ExportedRows("segments");
  public static final ExportedRows REVIEWS = new ExportedRows("reviews");

  private ExportedRows(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static ExportedRows of(String value) {
    return new ExportedRows(value);
  }
}
