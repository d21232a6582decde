// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code processing}, {@code completed}, {@code failed}. */
public final class AnalysisStatus extends OpenEnum {
  public static final AnalysisStatus PROCESSING = new AnalysisStatus("processing");
  public static final AnalysisStatus COMPLETED = new AnalysisStatus("completed");
  public static final AnalysisStatus FAILED = new AnalysisStatus("failed");

  private AnalysisStatus(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static AnalysisStatus of(String value) {
    return new AnalysisStatus(value);
  }
}
