// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code en}, {@code de}. */
public final class ExcelLocale extends OpenEnum {
  public static final ExcelLocale EN = new ExcelLocale("en");
  public static final ExcelLocale DE = new ExcelLocale("de");

  private ExcelLocale(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static ExcelLocale of(String value) {
    return new ExcelLocale(value);
  }
}
