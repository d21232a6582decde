// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code original}, {@code redacted}, {@code withheld}. */
public final class RedactedAudio extends OpenEnum {
  public static final RedactedAudio ORIGINAL = new RedactedAudio("original");
  public static final RedactedAudio REDACTED = new RedactedAudio("redacted");
  public static final RedactedAudio WITHHELD = new RedactedAudio("withheld");

  private RedactedAudio(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static RedactedAudio of(String value) {
    return new RedactedAudio(value);
  }
}
