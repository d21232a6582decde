// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code full}, {@code thin}. */
public final class WebhookPayload extends OpenEnum {
  public static final WebhookPayload FULL = new WebhookPayload("full");
  public static final WebhookPayload THIN = new WebhookPayload("thin");

  private WebhookPayload(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static WebhookPayload of(String value) {
    return new WebhookPayload(value);
  }
}
