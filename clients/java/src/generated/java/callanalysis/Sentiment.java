// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code positive}, {@code neutral}, {@code negative}, {@code mixed}. */
public final class Sentiment extends OpenEnum {
  public static final Sentiment POSITIVE = new Sentiment("positive");
  public static final Sentiment NEUTRAL = new Sentiment("neutral");
  public static final Sentiment NEGATIVE = new Sentiment("negative");
  public static final Sentiment MIXED = new Sentiment("mixed");

  private Sentiment(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static Sentiment of(String value) {
    return new Sentiment(value);
  }
}
