package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;

/**
 * What a webhook carries. Its event says which of {@link #data}, {@link #evaluation} and
 * {@link #rescore} it is; the others are null.
 */
public final class WebhookNotification {
  @JsonProperty("id")
  private String id;

  @JsonProperty("created")
  private Long created;

  @JsonProperty("livemode")
  private Boolean livemode;

  @JsonProperty("event")
  private WebhookEvent event;

  @JsonProperty("data")
  private JsonNode wire;

  private NotifiedAnalysis data;
  private Evaluation evaluation;
  private Rescore rescore;

  private WebhookNotification() {}

  /** @throws CallAnalysisException of the kind ANSWER for text that is no notification */
  static WebhookNotification read(byte[] text) {
    WebhookNotification read = Json.read(text, Json.type(WebhookNotification.class));
    if (WebhookEvent.ANALYSIS_COMPLETED.equals(read.event)
        || WebhookEvent.ANALYSIS_FAILED.equals(read.event)
        || WebhookEvent.ANALYSIS_REVIEWED.equals(read.event)
        || WebhookEvent.ANALYSIS_CORRECTED.equals(read.event)) {
      read.data = read.held(NotifiedAnalysis.class);
    } else if (WebhookEvent.EVALUATION_COMPLETED.equals(read.event)) {
      read.evaluation = read.held(Evaluation.class);
    } else if (WebhookEvent.RESCORE_COMPLETED.equals(read.event)) {
      read.rescore = read.held(Rescore.class);
    }
    return read;
  }

  private <T> T held(Class<T> type) {
    return Json.read(Json.write(wire), Json.type(type));
  }

  /** Equal to the {@code webhook-id} header; the same in every attempt. */
  public String id() {
    return id;
  }

  /** When it happened, Unix seconds. */
  public Long created() {
    return created;
  }

  /** False in a sample. */
  public Boolean livemode() {
    return livemode;
  }

  /** What happened. */
  public WebhookEvent event() {
    return event;
  }

  /**
   * The analysis, with the events that begin with {@code analysis.}: with {@code analysis.reviewed} also the review, and with
   * {@code analysis.corrected} the correction. Null with other events.
   */
  public NotifiedAnalysis data() {
    return data;
  }

  /** With {@code evaluation.completed}; null with other events. */
  public Evaluation evaluation() {
    return evaluation;
  }

  /** With {@code rescore.completed}; null with other events. */
  public Rescore rescore() {
    return rescore;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
