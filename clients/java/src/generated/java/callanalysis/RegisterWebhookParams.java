// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import java.util.List;

/** Parameters of: Register a webhook for an analysis. */
public final class RegisterWebhookParams extends Params {
  private RegisterWebhookParams(Builder builder) {
    super(builder);
  }

  /** Begins the parameters. */
  public static Builder builder() {
    return new Builder();
  }

  /** Collects the parameters. */
  public static final class Builder extends Params.Builder<Builder> {
    private Builder() {}

    @Override
    Builder self() {
      return this;
    }

    /** URL that receives the notification. */
    public Builder webhookUrl(String webhookUrl) {
      return set("webhook_url", webhookUrl);
    }

    /** Events to be notified of; if omitted, unchanged. May be null. */
    public Builder webhookEvents(List<WebhookEvent> webhookEvents) {
      return set("webhook_events", webhookEvents);
    }

    /** Ends the parameters. */
    public RegisterWebhookParams build() {
      return new RegisterWebhookParams(this);
    }
  }
}
