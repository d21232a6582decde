// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/**
 * Known are {@code read}, {@code review}, {@code correct}, {@code acknowledge}, {@code dispute}, {@code calibrate}.
 */
public final class ReviewLinkAct extends OpenEnum {
  public static final ReviewLinkAct READ = new ReviewLinkAct("read");
  public static final ReviewLinkAct REVIEW = new ReviewLinkAct("review");
  public static final ReviewLinkAct CORRECT = new ReviewLinkAct("correct");
  public static final ReviewLinkAct ACKNOWLEDGE = new ReviewLinkAct("acknowledge");
  public static final ReviewLinkAct DISPUTE = new ReviewLinkAct("dispute");
  public static final ReviewLinkAct CALIBRATE = new ReviewLinkAct("calibrate");

  private ReviewLinkAct(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static ReviewLinkAct of(String value) {
    return new ReviewLinkAct(value);
  }
}
