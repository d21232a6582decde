// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code service}, {@code correction}. */
public final class TranscriptOrigin extends OpenEnum {
  public static final TranscriptOrigin SERVICE = new TranscriptOrigin("service");
  public static final TranscriptOrigin CORRECTION = new TranscriptOrigin("correction");

  private TranscriptOrigin(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static TranscriptOrigin of(String value) {
    return new TranscriptOrigin(value);
  }
}
