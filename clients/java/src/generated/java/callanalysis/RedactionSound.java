// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code tone}, {@code silence}. */
public final class RedactionSound extends OpenEnum {
  /** {@code tone}. */
  public static final RedactionSound TONE = new RedactionSound("tone");

  /** {@code silence}. */
  public static final RedactionSound SILENCE = new RedactionSound("silence");

  private RedactionSound(String value) {
    super(value);
  }

  /**
   * The value with this word, which need not be one of the constants.
   *
   * @param value as it stands on the wire
   * @return equal to the constant, where there is one
   */
  @JsonCreator
  public static RedactionSound of(String value) {
    return new RedactionSound(value);
  }
}
