// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import java.util.List;
import java.util.Map;

/** Parameters of: Re-score past calls. */
public final class CreateRescoreParams extends Params {
  private CreateRescoreParams(Builder builder) {
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

    /** Scorecard to score with. */
    public Builder scorecardId(String scorecardId) {
      return set("scorecard_id", scorecardId);
    }

    /** A published revision of it; if omitted, the one published last. May be null. */
    public Builder revision(long revision) {
      return set("revision", revision);
    }

    /** A published revision of it; if omitted, the one published last. May be null. */
    public Builder revision(Long revision) {
      return set("revision", revision);
    }

    /**
     * Which calls: the filters of {@code GET /analysis}, all of which must match. If omitted: all calls. Only calls
     * that are completed when the job starts belong to it. An unknown filter is refused, because a misspelled one
     * would widen the job. May be null.
     */
    public Builder filter(Map<String, ?> filter) {
      return set("filter", filter);
    }

    /**
     * {@code true} only estimates calls, tokens and cost of the job: nothing is stored. By default {@code false}.
     */
    public Builder dryRun(boolean dryRun) {
      return set("dry_run", dryRun);
    }

    /** URL that receives the notification when the job completes. May be null. */
    public Builder webhookUrl(String webhookUrl) {
      return set("webhook_url", webhookUrl);
    }

    /**
     * Events to be notified of. The evaluations of a job send none of their own. By default {@code
     * rescore.completed}.
     */
    public Builder webhookEvents(List<String> webhookEvents) {
      return set("webhook_events", webhookEvents);
    }

    /** Ends the parameters. */
    public CreateRescoreParams build() {
      return new CreateRescoreParams(this);
    }
  }
}
