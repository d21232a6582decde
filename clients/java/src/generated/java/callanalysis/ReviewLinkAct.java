// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code read}, {@code review}, {@code correct}. */
public final class ReviewLinkAct extends OpenEnum {
  /** {@code read}. */
  public static final ReviewLinkAct READ = new ReviewLinkAct("read");

  /** {@code review}. */
  public static final ReviewLinkAct REVIEW = new ReviewLinkAct("review");

  /** {@code correct}. */
  public static final ReviewLinkAct CORRECT = new ReviewLinkAct("correct");

  private ReviewLinkAct(String value) {
    super(value);
  }

  /**
   * The value with this word, which need not be one of the constants.
   *
   * @param value as it stands on the wire
   * @return equal to the constant, where there is one
   */
  @JsonCreator
  public static ReviewLinkAct of(String value) {
    return new ReviewLinkAct(value);
  }
}
