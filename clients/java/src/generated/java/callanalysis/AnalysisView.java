// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code full}, {@code summary}. */
public final class AnalysisView extends OpenEnum {
  /** {@code full}. */
  public static final AnalysisView FULL = new AnalysisView("full");

  /** {@code summary}. */
  public static final AnalysisView SUMMARY = new AnalysisView("summary");

  private AnalysisView(String value) {
    super(value);
  }

  /**
   * The value with this word, which need not be one of the constants.
   *
   * @param value as it stands on the wire
   * @return equal to the constant, where there is one
   */
  @JsonCreator
  public static AnalysisView of(String value) {
    return new AnalysisView(value);
  }
}
