// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code off}, {@code text}, {@code text_and_audio}. */
public final class RedactionMode extends OpenEnum {
  public static final RedactionMode OFF = new RedactionMode("off");
  public static final RedactionMode TEXT = new RedactionMode("text");
  public static final RedactionMode TEXT_AND_AUDIO = new RedactionMode("text_and_audio");

  private RedactionMode(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static RedactionMode of(String value) {
    return new RedactionMode(value);
  }
}
