// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code transcription}, {@code analysis}. */
public final class EngineTask extends OpenEnum {
  public static final EngineTask TRANSCRIPTION = new EngineTask("transcription");
  public static final EngineTask ANALYSIS = new EngineTask("analysis");

  private EngineTask(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static EngineTask of(String value) {
    return new EngineTask(value);
  }
}
