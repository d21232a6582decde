// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

/** Parameters of: Send a test event. */
public final class TestWebhookParams extends Params {
  private TestWebhookParams(Builder builder) {
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

    /** URL that receives the test event. */
    public Builder webhookUrl(String webhookUrl) {
      return set("webhook_url", webhookUrl);
    }

    /** The event of the sample. By default {@code analysis.completed}. */
    public Builder event(WebhookEvent event) {
      return set("event", event);
    }

    /**
     * The analysis to send; its status must match the event. For {@code evaluation.completed} its newest completed
     * evaluation; not for {@code rescore.completed}, {@code redaction.completed}, {@code export.completed} and
     * batch events. If omitted, a sample analysis. May be null.
     */
    public Builder analysisId(String analysisId) {
      return set("analysis_id", analysisId);
    }

    /** Ends the parameters. */
    public TestWebhookParams build() {
      return new TestWebhookParams(this);
    }
  }
}
