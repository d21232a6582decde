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

    /** Your own identifier of the agent. */
    public Builder agentId(String agentId) {
      return set("agent_id", agentId);
    }

    /** Your own identifier of the customer. */
    public Builder contactId(String contactId) {
      return set("contact_id", contactId);
    }

    /**
     * Your own name of the recording, such as the id that your telephone system gave it. An account has one call of
     * a name in each mode: the same again is answered with 200 and the analysis that is there, and takes no
     * minutes. Deleting the call frees its name. May be null.
     */
    public Builder externalId(String externalId) {
      return set("external_id", externalId);
    }

    /** Where the notification goes when the analysis completes. May be null. */
    public Builder webhookUrl(String webhookUrl) {
      return set("webhook_url", webhookUrl);
    }

    /**
     * Events to be notified of; in a form with commas, or the field repeated. All but {@code analysis.completed}
     * are told only when asked for. By default {@code analysis.completed}.
     */
    public Builder webhookEvents(List<WebhookEvent> webhookEvents) {
      return set("webhook_events", webhookEvents);
    }

    /**
     * Which channel of a stereo recording is the agent. Left out, the account's {@code agent_channel} holds;
     * without one, what is said decides; where that does not, channel 1 is taken for the agent with a role
     * confidence of 0.5. May be null.
     */
    public Builder agentChannel(long agentChannel) {
      return set("agent_channel", agentChannel);
    }

    /**
     * Which channel of a stereo recording is the agent. Left out, the account's {@code agent_channel} holds;
     * without one, what is said decides; where that does not, channel 1 is taken for the agent with a role
     * confidence of 0.5. May be null.
     */
    public Builder agentChannel(Long agentChannel) {
      return set("agent_channel", agentChannel);
    }

    /** Language of the call, ISO 639-1; detected when left out. May be null. */
    public Builder language(String language) {
      return set("language", language);
    }

    /**
     * Language in which a language model writes its sentences about the call, ISO 639-1. When left out: the
     * account's {@code output_language}, else the language of the call. May be null.
     */
    public Builder outputLanguage(String outputLanguage) {
      return set("output_language", outputLanguage);
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
     * Scorecards that the call is judged by when it completes, each by its published revision; in a form with
     * commas, or the field repeated. Left out, the {@code default} scorecards of the same mode are used whose
     * {@code applies_to} fits the call; an empty list takes none. May be null.
     */
    public Builder scorecards(List<String> scorecards) {
      return set("scorecards", scorecards);
    }

    /**
     * What is masked in this call beside what the settings of the account have masked: {@code off}, {@code pci},
     * {@code pii}, or types; in a form with commas, or the field repeated. One alone may be given without a list.
     * It may only add to the settings. Where they are {@code off}, text and audio are masked, and {@code pci} and
     * {@code pii} have the original recording deleted. {@code agent_id}, {@code contact_id} and {@code metadata}
     * are never masked. May be null.
     */
    public Builder redact(List<Redact> redact) {
      return set("redact", redact);
    }

    /**
     * With a test key only: what the service pretends to hear, in place of a recording. No provider is asked and no
     * test minutes are taken; all else is the real pipeline. A recording that is sent along is ignored. May be
     * null.
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
