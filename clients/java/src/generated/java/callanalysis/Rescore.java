// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** {@code Rescore} of the API. */
public final class Rescore {
  @JsonProperty("id") private String id;
  @JsonProperty("object") private String object;
  @JsonProperty("created") private Long created;
  @JsonProperty("status") private RescoreStatus status;
  @JsonProperty("livemode") private Boolean livemode;
  @JsonProperty("scorecard") private EvaluatedScorecard scorecard;
  @JsonProperty("counts") private RescoreCounts counts;
  @JsonProperty("estimate") private RescoreEstimate estimate;
  @JsonProperty("webhook_url") private String webhookUrl;
  @JsonProperty("webhook_events") private List<String> webhookEvents;
  @JsonProperty("completed_at") private Long completedAt;

  private Rescore() {}

  /** Identifier of the job. For a dry run it refers to nothing. */
  public String id() {
    return id;
  }

  /** Always {@code rescore}. */
  public String object() {
    return object;
  }

  /** When it was started, in Unix seconds. */
  public Long created() {
    return created;
  }

  /**
   * {@code completed}: all calls are counted. {@code canceled}: calls scored until then keep their evaluations.
   * {@code failed}: the job could not continue. {@code dry_run}: the response to a dry run; there is no job.
   */
  public RescoreStatus status() {
    return status;
  }

  /** False where it was started with a test key. */
  public Boolean livemode() {
    return livemode;
  }

  /** Revision that scores the calls. */
  public EvaluatedScorecard scorecard() {
    return scorecard;
  }

  /** Progress. */
  public RescoreCounts counts() {
    return counts;
  }

  /** Estimate before the start of the job. */
  public RescoreEstimate estimate() {
    return estimate;
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
