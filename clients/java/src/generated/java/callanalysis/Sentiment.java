// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code positive}, {@code neutral}, {@code negative}, {@code mixed}. */
public final class Sentiment extends OpenEnum {
  /** {@code positive}. */
  public static final Sentiment POSITIVE = new Sentiment("positive");

  /** {@code neutral}. */
  public static final Sentiment NEUTRAL = new Sentiment("neutral");

  /** {@code negative}. */
  public static final Sentiment NEGATIVE = new Sentiment("negative");

  /** {@code mixed}. */
  public static final Sentiment MIXED = new Sentiment("mixed");

  private Sentiment(String value) {
    super(value);
  }

  /**
   * The value with this word, which need not be one of the constants.
   *
   * @param value as it stands on the wire
   * @return equal to the constant, where there is one
   */
  @JsonCreator
  public static Sentiment of(String value) {
    return new Sentiment(value);
  }
}
