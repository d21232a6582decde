// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code ExportForExcel} of the API. */
public final class ExportForExcel {
  @JsonProperty("locale") private ExcelLocale locale;
  @JsonProperty("timezone") private String timezone;

  private ExportForExcel() {}

  /** Language of the columns, numbers and times. */
  public ExcelLocale locale() {
    return locale;
  }

  /** Time zone of the times, by its name in the IANA database. */
  public String timezone() {
    return timezone;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
