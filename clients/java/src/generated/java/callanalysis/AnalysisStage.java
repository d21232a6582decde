// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/**
 * Known are {@code queued}, {@code fetching}, {@code measuring}, {@code transcribing}, {@code analysing}, {@code
 * settling}.
 */
public final class AnalysisStage extends OpenEnum {
  public static final AnalysisStage QUEUED = new AnalysisStage("queued");
  public static final AnalysisStage FETCHING = new AnalysisStage("fetching");
  public static final AnalysisStage MEASURING = new AnalysisStage("measuring");
  public static final AnalysisStage TRANSCRIBING = new AnalysisStage("transcribing");
  public static final AnalysisStage ANALYSING = new AnalysisStage("analysing");
  public static final AnalysisStage SETTLING = new AnalysisStage("settling");

  private AnalysisStage(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static AnalysisStage of(String value) {
    return new AnalysisStage(value);
  }
}
