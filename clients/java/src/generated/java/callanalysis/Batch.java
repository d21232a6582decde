// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** {@code Batch} of the API. */
public final class Batch {
  @JsonProperty("id") private String id;
  @JsonProperty("object") private String object;
  @JsonProperty("created") private Long created;
  @JsonProperty("livemode") private Boolean livemode;
  @JsonProperty("status") private BatchStatus status;
  @JsonProperty("counts") private BatchCounts counts;
  @JsonProperty("format") private ManifestFormat format;
  @JsonProperty("ignored_columns") private List<String> ignoredColumns;
  @JsonProperty("on_quota") private BatchOnQuota onQuota;
  @JsonProperty("webhook_url") private String webhookUrl;
  @JsonProperty("completed_at") private Long completedAt;
  @JsonProperty("error_message") private String errorMessage;

  private Batch() {}

  /** Identifier of the batch. */
  public String id() {
    return id;
  }

  /** Always {@code batch}. */
  public String object() {
    return object;
  }

  /** When it was created, in Unix seconds. */
  public Long created() {
    return created;
  }

  /** False where it was created with a test key: its calls are test calls. */
  public Boolean livemode() {
    return livemode;
  }

  /**
   * {@code reading}: the manifest is being downloaded. {@code processing}: lines are being accepted, or their calls
   * are in progress. {@code waiting_for_quota}: the minutes of the plan are used up; the batch continues
   * automatically with the next period or plan. {@code completed}: all lines are done. {@code canceled}: queued
   * lines were dropped. {@code failed}: the manifest could not be downloaded or read; nothing was accepted.
   */
  public BatchStatus status() {
    return status;
  }

  /** Progress. The other counts always add up to {@code total}. */
  public BatchCounts counts() {
    return counts;
  }

  /** Format of the manifest; null where the request held the items. */
  public ManifestFormat format() {
    return format;
  }

  /**
   * Columns of the manifest, or members of the lines, that are no fields of a call: the first 100. They are
   * ignored.
   */
  public List<String> ignoredColumns() {
    return ignoredColumns;
  }

  /** Behaviour when no minutes are left. */
  public BatchOnQuota onQuota() {
    return onQuota;
  }

  /** URL that receives the notifications of the batch. May be null. */
  public String webhookUrl() {
    return webhookUrl;
  }

  /** When it was completed, failed or was canceled, in Unix seconds; null until then. */
  public Long completedAt() {
    return completedAt;
  }

  /** Why it failed; null otherwise. */
  public String errorMessage() {
    return errorMessage;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
