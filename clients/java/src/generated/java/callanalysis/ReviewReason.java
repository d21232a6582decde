// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/**
 * Known are {@code needs_review}, {@code awaiting_human}, {@code violation}, {@code flagged}, {@code
 * roles_unclear}, {@code withheld}, {@code sampled}, {@code disputed}.
 */
public final class ReviewReason extends OpenEnum {
  public static final ReviewReason NEEDS_REVIEW = new ReviewReason("needs_review");
  public static final ReviewReason AWAITING_HUMAN = new ReviewReason("awaiting_human");
  public static final ReviewReason VIOLATION = new ReviewReason("violation");
  public static final ReviewReason FLAGGED = new ReviewReason("flagged");
  public static final ReviewReason ROLES_UNCLEAR = new ReviewReason("roles_unclear");
  public static final ReviewReason WITHHELD = new ReviewReason("withheld");
  public static final ReviewReason SAMPLED = new ReviewReason("sampled");
  public static final ReviewReason DISPUTED = new ReviewReason("disputed");

  private ReviewReason(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static ReviewReason of(String value) {
    return new ReviewReason(value);
  }
}
