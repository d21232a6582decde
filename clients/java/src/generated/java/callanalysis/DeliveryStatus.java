// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code pending}, {@code delivered}, {@code failed}, {@code suppressed}. */
public final class DeliveryStatus extends OpenEnum {
  public static final DeliveryStatus PENDING = new DeliveryStatus("pending");
  public static final DeliveryStatus DELIVERED = new DeliveryStatus("delivered");
  public static final DeliveryStatus FAILED = new DeliveryStatus("failed");
  public static final DeliveryStatus SUPPRESSED = new DeliveryStatus("suppressed");

  private DeliveryStatus(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static DeliveryStatus of(String value) {
    return new DeliveryStatus(value);
  }
}
