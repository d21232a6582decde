// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code pending}, {@code delivered}, {@code failed}, {@code suppressed}. */
public final class DeliveryStatus extends OpenEnum {
  /** {@code pending}. */
  public static final DeliveryStatus PENDING = new DeliveryStatus("pending");

  /** {@code delivered}. */
  public static final DeliveryStatus DELIVERED = new DeliveryStatus("delivered");

  /** {@code failed}. */
  public static final DeliveryStatus FAILED = new DeliveryStatus("failed");

  /** {@code suppressed}. */
  public static final DeliveryStatus SUPPRESSED = new DeliveryStatus("suppressed");

  private DeliveryStatus(String value) {
    super(value);
  }

  /**
   * The value with this word, which need not be one of the constants.
   *
   * @param value as it stands on the wire
   * @return equal to the constant, where there is one
   */
  @JsonCreator
  public static DeliveryStatus of(String value) {
    return new DeliveryStatus(value);
  }
}
