// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code link}, {@code embedded}. */
public final class ReportAudio extends OpenEnum {
  public static final ReportAudio LINK = new ReportAudio("link");
  public static final ReportAudio EMBEDDED = new ReportAudio("embedded");

  private ReportAudio(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static ReportAudio of(String value) {
    return new ReportAudio(value);
  }
}
