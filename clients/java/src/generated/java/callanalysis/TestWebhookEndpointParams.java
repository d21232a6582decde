// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

/** Parameters of: Send a test event to an endpoint. */
public final class TestWebhookEndpointParams extends Params {
  private TestWebhookEndpointParams(Builder builder) {
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

    /** The event of the sample. By default {@code analysis.completed}. */
    public Builder event(WebhookEvent event) {
      return set("event", event);
    }

    /** Ends the parameters. */
    public TestWebhookEndpointParams build() {
      return new TestWebhookEndpointParams(this);
    }
  }
}
