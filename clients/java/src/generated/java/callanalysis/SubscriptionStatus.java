// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code active}, {@code incomplete}, {@code past_due}, {@code canceled}. */
public final class SubscriptionStatus extends OpenEnum {
  /** {@code active}. */
  public static final SubscriptionStatus ACTIVE = new SubscriptionStatus("active");

  /** {@code incomplete}. */
  public static final SubscriptionStatus INCOMPLETE = new SubscriptionStatus("incomplete");

  /** {@code past_due}. */
  public static final SubscriptionStatus PAST_DUE = new SubscriptionStatus("past_due");

  /** {@code canceled}. */
  public static final SubscriptionStatus CANCELED = new SubscriptionStatus("canceled");

  private SubscriptionStatus(String value) {
    super(value);
  }

  /**
   * The value with this word, which need not be one of the constants.
   *
   * @param value as it stands on the wire
   * @return equal to the constant, where there is one
   */
  @JsonCreator
  public static SubscriptionStatus of(String value) {
    return new SubscriptionStatus(value);
  }
}
