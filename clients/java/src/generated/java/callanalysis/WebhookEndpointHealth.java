// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code active}, {@code failing}, {@code paused}. */
public final class WebhookEndpointHealth extends OpenEnum {
  public static final WebhookEndpointHealth ACTIVE = new WebhookEndpointHealth("active");
  public static final WebhookEndpointHealth FAILING = new WebhookEndpointHealth("failing");
  public static final WebhookEndpointHealth PAUSED = new WebhookEndpointHealth("paused");

  private WebhookEndpointHealth(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static WebhookEndpointHealth of(String value) {
    return new WebhookEndpointHealth(value);
  }
}
