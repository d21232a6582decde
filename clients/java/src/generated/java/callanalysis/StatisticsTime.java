// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code created}, {@code call}. */
public final class StatisticsTime extends OpenEnum {
  public static final StatisticsTime CREATED = new StatisticsTime("created");
  public static final StatisticsTime CALL = new StatisticsTime("call");

  private StatisticsTime(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static StatisticsTime of(String value) {
    return new StatisticsTime(value);
  }
}
