// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code current}, {@code original}. */
public final class AudioVariant extends OpenEnum {
  public static final AudioVariant CURRENT = new AudioVariant("current");
  public static final AudioVariant ORIGINAL = new AudioVariant("original");

  private AudioVariant(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static AudioVariant of(String value) {
    return new AudioVariant(value);
  }
}
