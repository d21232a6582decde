// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code tone}, {@code silence}. */
public final class RedactionSound extends OpenEnum {
  public static final RedactionSound TONE = new RedactionSound("tone");
  public static final RedactionSound SILENCE = new RedactionSound("silence");

  private RedactionSound(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static RedactionSound of(String value) {
    return new RedactionSound(value);
  }
}
