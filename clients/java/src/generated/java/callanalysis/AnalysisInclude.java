// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code words}, {@code redactions}, {@code words,redactions}. */
public final class AnalysisInclude extends OpenEnum {
  public static final AnalysisInclude WORDS = new AnalysisInclude("words");
  public static final AnalysisInclude REDACTIONS = new AnalysisInclude("redactions");
  public static final AnalysisInclude WORDS_REDACTIONS = new AnalysisInclude("words,redactions");

  private AnalysisInclude(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static AnalysisInclude of(String value) {
    return new AnalysisInclude(value);
  }
}
