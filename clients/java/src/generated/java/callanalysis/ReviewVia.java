// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code api_key}, {@code token}, {@code review_link}. */
public final class ReviewVia extends OpenEnum {
  public static final ReviewVia API_KEY = new ReviewVia("api_key");
  public static final ReviewVia TOKEN = new ReviewVia("token");
  public static final ReviewVia REVIEW_LINK = new ReviewVia("review_link");

  private ReviewVia(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static ReviewVia of(String value) {
    return new ReviewVia(value);
  }
}
