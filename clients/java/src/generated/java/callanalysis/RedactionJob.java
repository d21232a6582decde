// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** {@code RedactionJob} of the API. */
public final class RedactionJob {
  @JsonProperty("id") private String id;
  @JsonProperty("object") private String object;
  @JsonProperty("created") private Long created;
  @JsonProperty("status") private RescoreStatus status;
  @JsonProperty("livemode") private Boolean livemode;
  @JsonProperty("preset") private String preset;
  @JsonProperty("types") private List<String> types;
  @JsonProperty("counts") private RedactionCounts counts;
  @JsonProperty("webhook_url") private String webhookUrl;
  @JsonProperty("webhook_events") private List<String> webhookEvents;
  @JsonProperty("completed_at") private Long completedAt;

  private RedactionJob() {}

  /** Identifier of the job. For a dry run it refers to nothing. */
  public String id() {
    return id;
  }

  /** Always {@code redaction}. */
  public String object() {
    return object;
  }

  /** When it was started, in Unix seconds. */
  public Long created() {
    return created;
  }

  /**
   * {@code completed}: all calls are counted. {@code canceled}: no further calls are masked. {@code failed}: the
   * job could not continue. {@code dry_run}: the response to a dry run; there is no job.
   */
  public RescoreStatus status() {
    return status;
  }

  /** False where it was started with a test key. */
  public Boolean livemode() {
    return livemode;
  }

  /** The preset that was asked for; null where none was. */
  public String preset() {
    return preset;
  }

  /** What is masked: the requested types and the account’s settings together, with the keys of custom types. */
  public List<String> types() {
    return types;
  }

  /** Progress. */
  public RedactionCounts counts() {
    return counts;
  }

  /** URL that receives the notification. May be null. */
  public String webhookUrl() {
    return webhookUrl;
  }

  /** Events to be notified of. */
  public List<String> webhookEvents() {
    return webhookEvents;
  }

  /** When it was completed or canceled, in Unix seconds; null until then. */
  public Long completedAt() {
    return completedAt;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
