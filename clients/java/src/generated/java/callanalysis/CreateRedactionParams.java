// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import java.util.List;
import java.util.Map;

/** Parameters of: Mask past calls. */
public final class CreateRedactionParams extends Params {
  private CreateRedactionParams(Builder builder) {
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
     * Additional masking: {@code pci} for the three card types and {@code password_or_pin}, {@code pii} for all
     * types. Either {@code preset} or {@code types}; with neither, the account’s settings. May be null.
     */
    public Builder preset(RedactionPreset preset) {
      return set("preset", preset);
    }

    /** Additional masking. May be null. */
    public Builder types(List<RedactionType> types) {
      return set("types", types);
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
     * {@code true} only counts the calls that the job would process: nothing is masked or stored. By default {@code
     * false}.
     */
    public Builder dryRun(boolean dryRun) {
      return set("dry_run", dryRun);
    }

    /** URL that receives the notification when the job completes. May be null. */
    public Builder webhookUrl(String webhookUrl) {
      return set("webhook_url", webhookUrl);
    }

    /**
     * Events to be notified of. Calls that request {@code analysis.redacted} are notified in addition. By default
     * {@code redaction.completed}.
     */
    public Builder webhookEvents(List<String> webhookEvents) {
      return set("webhook_events", webhookEvents);
    }

    /** Ends the parameters. */
    public CreateRedactionParams build() {
      return new CreateRedactionParams(this);
    }
  }
}
