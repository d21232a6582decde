// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

/** Parameters of: Send a signed sample. */
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

    /** Where the sample goes. */
    public Builder webhookUrl(String webhookUrl) {
      return set("webhook_url", webhookUrl);
    }

    /** The event of the sample. By default {@code analysis.completed}. */
    public Builder event(WebhookEvent event) {
      return set("event", event);
    }

    /**
     * The analysis that the sample carries; it must be in the state that the event tells of. For {@code
     * evaluation.completed} the newest completed evaluation of it; {@code rescore.completed}, {@code
     * redaction.completed}, {@code export.completed} and those of batches take none. Left out, a made-up one. May
     * be null.
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
