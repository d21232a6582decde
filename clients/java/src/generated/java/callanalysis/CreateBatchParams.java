// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import java.util.List;
import java.util.Map;

/** Parameters of: Submit a batch of calls. */
public final class CreateBatchParams extends Params {
  private CreateBatchParams(Builder builder) {
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
     * Up to 1,000 bodies of {@code POST /analysis/from-url}. An invalid one is refused; the others continue. Either
     * this or {@code manifest_url}. May be null.
     */
    public Builder items(List<Map<String, Object>> items) {
      return set("items", items);
    }

    /**
     * URL of the manifest, downloaded in the background like {@code audio_url}: at most 100,000 lines and
     * 104,857,600 bytes, UTF-8. May be null.
     */
    public Builder manifestUrl(String manifestUrl) {
      return set("manifest_url", manifestUrl);
    }

    /**
     * Format of the manifest. {@code jsonl}: each line is a body of {@code POST /analysis/from-url}. {@code csv}:
     * the first line names the fields; {@code metadata.team} is the key {@code team} of {@code metadata}. Required
     * with {@code manifest_url}. May be null.
     */
    public Builder format(ManifestFormat format) {
      return set("format", format);
    }

    /**
     * Defaults for fields that a line omits: the fields of {@code POST /analysis/from-url} except {@code audio_url}
     * and {@code external_id}. {@code metadata} is merged key by key. May be null.
     */
    public Builder defaults(Map<String, ?> defaults) {
      return set("defaults", defaults);
    }

    /**
     * When no minutes are left: {@code wait} for the next period or plan, or {@code fail}, which refuses the
     * remaining lines. By default {@code wait}.
     */
    public Builder onQuota(BatchOnQuota onQuota) {
      return set("on_quota", onQuota);
    }

    /** URL that receives {@code batch.completed} and {@code batch.waiting}. May be null. */
    public Builder webhookUrl(String webhookUrl) {
      return set("webhook_url", webhookUrl);
    }

    /** Ends the parameters. */
    public CreateBatchParams build() {
      return new CreateBatchParams(this);
    }
  }
}
