// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import java.util.List;
import java.util.Map;

/** A call to analyse. */
public final class CreateAnalysisParams extends RecordingParams {
  private CreateAnalysisParams(Builder builder) {
    super(builder);
  }

  /** Begins the parameters. */
  public static Builder builder() {
    return new Builder();
  }

  /** Collects the parameters. */
  public static final class Builder extends RecordingParams.Builder<Builder> {
    private Builder() {}

    @Override
    Builder self() {
      return this;
    }

    /** Your identifier of the agent. */
    public Builder agentId(String agentId) {
      return set("agent_id", agentId);
    }

    /** Your identifier of the customer. */
    public Builder contactId(String contactId) {
      return set("contact_id", contactId);
    }

    /**
     * Your identifier of the recording, such as the id from your telephone system. It is unique within an account
     * and mode: submitting it again returns 200 with the existing analysis, and uses no minutes. Deleting the call
     * frees it. May be null.
     */
    public Builder externalId(String externalId) {
      return set("external_id", externalId);
    }

    /** URL that receives the notification when the analysis completes. May be null. */
    public Builder webhookUrl(String webhookUrl) {
      return set("webhook_url", webhookUrl);
    }

    /**
     * Events to be notified of; in a form separated by commas, or as a repeated field. All except {@code
     * analysis.completed} must be requested. By default {@code analysis.completed}.
     */
    public Builder webhookEvents(List<WebhookEvent> webhookEvents) {
      return set("webhook_events", webhookEvents);
    }

    /**
     * Channel of the agent in a stereo recording. If omitted, the account's {@code agent_channel}; without one, the
     * channel is detected automatically; if that fails, channel 1 is assumed with a role confidence of 0.5. May be
     * null.
     */
    public Builder agentChannel(long agentChannel) {
      return set("agent_channel", agentChannel);
    }

    /**
     * Channel of the agent in a stereo recording. If omitted, the account's {@code agent_channel}; without one, the
     * channel is detected automatically; if that fails, channel 1 is assumed with a role confidence of 0.5. May be
     * null.
     */
    public Builder agentChannel(Long agentChannel) {
      return set("agent_channel", agentChannel);
    }

    /** Language of the call, ISO 639-1; detected if omitted. May be null. */
    public Builder language(String language) {
      return set("language", language);
    }

    /**
     * Language of summaries and suggestions by a language model, ISO 639-1. If omitted: the account's {@code
     * output_language}, else the language of the call. May be null.
     */
    public Builder outputLanguage(String outputLanguage) {
      return set("output_language", outputLanguage);
    }

    /**
     * Engine that transcribes the call, one of {@code offered} in {@code GET /settings/engines}. If omitted: the
     * account's, else the service's. May be null.
     */
    public Builder transcriptionEngine(String transcriptionEngine) {
      return set("transcription_engine", transcriptionEngine);
    }

    /**
     * Engine that judges the call, one of {@code offered} in {@code GET /settings/engines}. If omitted: the
     * account's, else the service's. May be null.
     */
    public Builder analysisEngine(String analysisEngine) {
      return set("analysis_engine", analysisEngine);
    }

    /**
     * Days from its end after which the call is deleted, in place of the retention settings of the account: fewer,
     * or more up to the ceilings of the operator, which {@code metadata.retained_until} shows. May be null.
     */
    public Builder retentionDays(long retentionDays) {
      return set("retention_days", retentionDays);
    }

    /**
     * Days from its end after which the call is deleted, in place of the retention settings of the account: fewer,
     * or more up to the ceilings of the operator, which {@code metadata.retained_until} shows. May be null.
     */
    public Builder retentionDays(Long retentionDays) {
      return set("retention_days", retentionDays);
    }

    /**
     * When the call began, RFC 3339 or ISO 8601 with an offset or {@code Z}; at most a day ahead of now. May be
     * null.
     */
    public Builder callStartedAt(String callStartedAt) {
      return set("call_started_at", callStartedAt);
    }

    /** Who called: {@code inbound} for the customer, {@code outbound} for the agent. May be null. */
    public Builder direction(CallDirection direction) {
      return set("direction", direction);
    }

    /**
     * Scorecards that score the call when it completes, each with its published revision; in a form separated by
     * commas, or as a repeated field. If omitted, the {@code default} scorecards of the same mode whose {@code
     * applies_to} matches the call; an empty list uses none. May be null.
     */
    public Builder scorecards(List<String> scorecards) {
      return set("scorecards", scorecards);
    }

    /**
     * Additional masking for this call: {@code off}, {@code pci}, {@code pii}, or types; in a form separated by
     * commas, or as a repeated field. A single value needs no list. It can only add to the account’s settings. If
     * these are {@code off}, text and audio are masked, and {@code pci} and {@code pii} also delete the original
     * recording. {@code agent_id}, {@code contact_id} and {@code metadata} are never masked. May be null.
     */
    public Builder redact(List<Redact> redact) {
      return set("redact", redact);
    }

    /**
     * With a test key only: a simulated call instead of a recording. No provider is called and no test minutes are
     * used; otherwise the real pipeline runs. A recording in the same request is ignored. May be null.
     */
    public Builder scenario(Scenario scenario) {
      return set("scenario", scenario);
    }

    /**
     * Your own keys and values, returned unchanged: at most 50 keys of 1 to 40 characters; values are strings of at
     * most 500 characters, numbers, booleans or null.
     */
    public Builder metadata(Map<String, ?> metadata) {
      return set("metadata", metadata);
    }

    /** Ends the parameters. */
    public CreateAnalysisParams build() {
      return new CreateAnalysisParams(this);
    }
  }
}
