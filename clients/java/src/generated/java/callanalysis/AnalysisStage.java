// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/**
 * Known are {@code queued}, {@code fetching}, {@code measuring}, {@code transcribing}, {@code analysing}, {@code
 * settling}.
 */
public final class AnalysisStage extends OpenEnum {
  /** {@code queued}. */
  public static final AnalysisStage QUEUED = new AnalysisStage("queued");

  /** {@code fetching}. */
  public static final AnalysisStage FETCHING = new AnalysisStage("fetching");

  /** {@code measuring}. */
  public static final AnalysisStage MEASURING = new AnalysisStage("measuring");

  /** {@code transcribing}. */
  public static final AnalysisStage TRANSCRIBING = new AnalysisStage("transcribing");

  /** {@code analysing}. */
  public static final AnalysisStage ANALYSING = new AnalysisStage("analysing");

  /** {@code settling}. */
  public static final AnalysisStage SETTLING = new AnalysisStage("settling");

  private AnalysisStage(String value) {
    super(value);
  }

  /**
   * The value with this word, which need not be one of the constants.
   *
   * @param value as it stands on the wire
   * @return equal to the constant, where there is one
   */
  @JsonCreator
  public static AnalysisStage of(String value) {
    return new AnalysisStage(value);
  }
}
