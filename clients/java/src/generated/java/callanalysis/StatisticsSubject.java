// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code calls}, {@code evaluations}, {@code answers}. */
public final class StatisticsSubject extends OpenEnum {
  /** {@code calls}. */
  public static final StatisticsSubject CALLS = new StatisticsSubject("calls");

  /** {@code evaluations}. */
  public static final StatisticsSubject EVALUATIONS = new StatisticsSubject("evaluations");

  /** {@code answers}. */
  public static final StatisticsSubject ANSWERS = new StatisticsSubject("answers");

  private StatisticsSubject(String value) {
    super(value);
  }

  /**
   * The value with this word, which need not be one of the constants.
   *
   * @param value as it stands on the wire
   * @return equal to the constant, where there is one
   */
  @JsonCreator
  public static StatisticsSubject of(String value) {
    return new StatisticsSubject(value);
  }
}
