// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code active}, {@code incomplete}, {@code past_due}, {@code canceled}. */
public final class SubscriptionStatus extends OpenEnum {
  public static final SubscriptionStatus ACTIVE = new SubscriptionStatus("active");
  public static final SubscriptionStatus INCOMPLETE = new SubscriptionStatus("incomplete");
  public static final SubscriptionStatus PAST_DUE = new SubscriptionStatus("past_due");
  public static final SubscriptionStatus CANCELED = new SubscriptionStatus("canceled");

  private SubscriptionStatus(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static SubscriptionStatus of(String value) {
    return new SubscriptionStatus(value);
  }
}
