// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code open}, {@code closed}, {@code canceled}. */
public final class CalibrationStatus extends OpenEnum {
  public static final CalibrationStatus OPEN = new CalibrationStatus("open");
  public static final CalibrationStatus CLOSED = new CalibrationStatus("closed");
  public static final CalibrationStatus CANCELED = new CalibrationStatus("canceled");

  private CalibrationStatus(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static CalibrationStatus of(String value) {
    return new CalibrationStatus(value);
  }
}
