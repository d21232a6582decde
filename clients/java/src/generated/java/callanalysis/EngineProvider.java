// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/**
 * Known are {@code openai}, {@code anthropic}, {@code deepgram}, {@code assemblyai}, {@code local}, {@code
 * pocketsphinx}, {@code rules}.
 */
public final class EngineProvider extends OpenEnum {
  public static final EngineProvider OPENAI = new EngineProvider("openai");
  public static final EngineProvider ANTHROPIC = new EngineProvider("anthropic");
  public static final EngineProvider DEEPGRAM = new EngineProvider("deepgram");
  public static final EngineProvider ASSEMBLYAI = new EngineProvider("assemblyai");
  public static final EngineProvider LOCAL = new EngineProvider("local");
  public static final EngineProvider POCKETSPHINX = new EngineProvider("pocketsphinx");
  public static final EngineProvider RULES = new EngineProvider("rules");

  private EngineProvider(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static EngineProvider of(String value) {
    return new EngineProvider(value);
  }
}
