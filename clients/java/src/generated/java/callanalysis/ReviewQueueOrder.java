// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code worth}, {@code severity}. */
public final class ReviewQueueOrder extends OpenEnum {
  public static final ReviewQueueOrder WORTH = new ReviewQueueOrder("worth");
  public static final ReviewQueueOrder SEVERITY = new ReviewQueueOrder("severity");

  private ReviewQueueOrder(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static ReviewQueueOrder of(String value) {
    return new ReviewQueueOrder(value);
  }
}
