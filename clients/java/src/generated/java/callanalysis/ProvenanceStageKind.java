// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code transcription}, {@code analysis}, {@code evaluation}. */
public final class ProvenanceStageKind extends OpenEnum {
  public static final ProvenanceStageKind TRANSCRIPTION = new ProvenanceStageKind("transcription");
  public static final ProvenanceStageKind ANALYSIS = new ProvenanceStageKind("analysis");
  public static final ProvenanceStageKind EVALUATION = new ProvenanceStageKind("evaluation");

  private ProvenanceStageKind(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static ProvenanceStageKind of(String value) {
    return new ProvenanceStageKind(value);
  }
}
