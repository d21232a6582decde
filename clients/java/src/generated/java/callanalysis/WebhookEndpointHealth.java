// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code active}, {@code failing}, {@code paused}. */
public final class WebhookEndpointHealth extends OpenEnum {
  /** {@code active}. */
  public static final WebhookEndpointHealth ACTIVE = new WebhookEndpointHealth("active");

  /** {@code failing}. */
  public static final WebhookEndpointHealth FAILING = new WebhookEndpointHealth("failing");

  /** {@code paused}. */
  public static final WebhookEndpointHealth PAUSED = new WebhookEndpointHealth("paused");

  private WebhookEndpointHealth(String value) {
    super(value);
  }

  /**
   * The value with this word, which need not be one of the constants.
   *
   * @param value as it stands on the wire
   * @return equal to the constant, where there is one
   */
  @JsonCreator
  public static WebhookEndpointHealth of(String value) {
    return new WebhookEndpointHealth(value);
  }
}
