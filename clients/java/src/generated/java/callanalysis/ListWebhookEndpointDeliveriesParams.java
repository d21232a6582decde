// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

/** Parameters of: List the deliveries of an endpoint. */
public final class ListWebhookEndpointDeliveriesParams extends Params {
  private ListWebhookEndpointDeliveriesParams(Builder builder) {
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

    /** Only deliveries in this state. */
    public Builder status(DeliveryStatus status) {
      return set("status", status);
    }

    /** Ends the parameters. */
    public ListWebhookEndpointDeliveriesParams build() {
      return new ListWebhookEndpointDeliveriesParams(this);
    }
  }
}
