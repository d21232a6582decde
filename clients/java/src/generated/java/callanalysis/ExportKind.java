// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/**
 * Known are {@code analyses}, {@code evaluations}, {@code answers}, {@code segments}, {@code reviews}, {@code
 * evidence}.
 */
public final class ExportKind extends OpenEnum {
  public static final ExportKind ANALYSES = new ExportKind("analyses");
  public static final ExportKind EVALUATIONS = new ExportKind("evaluations");
  public static final ExportKind ANSWERS = new ExportKind("answers");
  public static final ExportKind SEGMENTS = new ExportKind("segments");
  public static final ExportKind REVIEWS = new ExportKind("reviews");
  public static final ExportKind EVIDENCE = new ExportKind("evidence");

  private ExportKind(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static ExportKind of(String value) {
    return new ExportKind(value);
  }
}
