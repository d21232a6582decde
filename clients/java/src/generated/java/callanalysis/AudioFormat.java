// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code flac}, {@code mp3}, {@code mp4}, {@code m4a}, {@code ogg}, {@code wav}, {@code webm}. */
public final class AudioFormat extends OpenEnum {
  public static final AudioFormat FLAC = new AudioFormat("flac");
  public static final AudioFormat MP3 = new AudioFormat("mp3");
  public static final AudioFormat MP4 = new AudioFormat("mp4");
  public static final AudioFormat M4A = new AudioFormat("m4a");
  public static final AudioFormat OGG = new AudioFormat("ogg");
  public static final AudioFormat WAV = new AudioFormat("wav");
  public static final AudioFormat WEBM = new AudioFormat("webm");

  private AudioFormat(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static AudioFormat of(String value) {
    return new AudioFormat(value);
  }
}
