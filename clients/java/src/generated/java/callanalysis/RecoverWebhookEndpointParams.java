// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

/** Parameters of: Resend failed deliveries. */
public final class RecoverWebhookEndpointParams extends Params {
  private RecoverWebhookEndpointParams(Builder builder) {
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

    /**
     * Deliveries that have failed since then are sent again: at most 30 days ago. Unix seconds are accepted too.
     */
    public Builder since(String since) {
      return set("since", since);
    }

    /** Ends the parameters. */
    public RecoverWebhookEndpointParams build() {
      return new RecoverWebhookEndpointParams(this);
    }
  }
}
