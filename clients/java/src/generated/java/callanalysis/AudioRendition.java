// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code as_stored}, {@code play}. */
public final class AudioRendition extends OpenEnum {
  public static final AudioRendition AS_STORED = new AudioRendition("as_stored");
  public static final AudioRendition PLAY = new AudioRendition("play");

  private AudioRendition(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static AudioRendition of(String value) {
    return new AudioRendition(value);
  }
}
