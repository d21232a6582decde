// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code periods}, {@code records}. */
public final class UsageView extends OpenEnum {
  /** {@code periods}. */
  public static final UsageView PERIODS = new UsageView("periods");

  /** {@code records}. */
  public static final UsageView RECORDS = new UsageView("records");

  private UsageView(String value) {
    super(value);
  }

  /**
   * The value with this word, which need not be one of the constants.
   *
   * @param value as it stands on the wire
   * @return equal to the constant, where there is one
   */
  @JsonCreator
  public static UsageView of(String value) {
    return new UsageView(value);
  }
}
