// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import java.util.List;
import java.util.Map;

/** Parameters of: Create an endpoint for the whole account. */
public final class CreateWebhookEndpointParams extends Params {
  private CreateWebhookEndpointParams(Builder builder) {
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

    /** URL that receives notifications. */
    public Builder url(String url) {
      return set("url", url);
    }

    /** {@code *} is every event, also those that later releases add. */
    public Builder events(List<WebhookEndpointEvent> events) {
      return set("events", events);
    }

    /**
     * Which events are sent: those that match every given member. If omitted: all. An event about no call, such as
     * {@code redaction.completed}, matches neither {@code agent_id} nor {@code metadata}. May be null.
     */
    public Builder filter(Map<String, ?> filter) {
      return set("filter", filter);
    }

    /**
     * {@code full}: {@code data} is the whole object, as the API returns it. {@code thin}: only its {@code id} and
     * {@code object}. By default {@code full}.
     */
    public Builder payload(WebhookPayload payload) {
      return set("payload", payload);
    }

    /** Name. May be null. */
    public Builder description(String description) {
      return set("description", description);
    }

    /** Ends the parameters. */
    public CreateWebhookEndpointParams build() {
      return new CreateWebhookEndpointParams(this);
    }
  }
}
