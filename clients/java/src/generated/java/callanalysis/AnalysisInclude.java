// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code words}, {@code redactions}, {@code words,redactions}. */
public final class AnalysisInclude extends OpenEnum {
  /** {@code words}. */
  public static final AnalysisInclude WORDS = new AnalysisInclude("words");

  /** {@code redactions}. */
  public static final AnalysisInclude REDACTIONS = new AnalysisInclude("redactions");

  /** {@code words,redactions}. */
  public static final AnalysisInclude WORDS_REDACTIONS = new AnalysisInclude("words,redactions");

  private AnalysisInclude(String value) {
    super(value);
  }

  /**
   * The value with this word, which need not be one of the constants.
   *
   * @param value as it stands on the wire
   * @return equal to the constant, where there is one
   */
  @JsonCreator
  public static AnalysisInclude of(String value) {
    return new AnalysisInclude(value);
  }
}
