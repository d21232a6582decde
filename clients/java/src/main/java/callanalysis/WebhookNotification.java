package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Map;

/**
 * What a webhook carries. The first word of its event says which of {@link #data}, {@link #evaluation}, {@link #dispute},
 * {@link #calibration}, {@link #judgeChange}, {@link #hold}, {@link #erasure}, {@link #rescore}, {@link #redaction},
 * {@link #export} and {@link #batch} it is; the others are null. All are null for an event whose first word this version does
 * not know.
 */
public final class WebhookNotification {
  /** The model by the first word of the event. */
  private static final Map<String, Class<?>> MODELS =
      Map.ofEntries(
          Map.entry("analysis", NotifiedAnalysis.class),
          Map.entry("evaluation", Evaluation.class),
          Map.entry("dispute", Dispute.class),
          Map.entry("calibration", Calibration.class),
          Map.entry("scorecard", JudgeChange.class),
          Map.entry("hold", Hold.class),
          Map.entry("erasure", Erasure.class),
          Map.entry("rescore", Rescore.class),
          Map.entry("redaction", RedactionJob.class),
          Map.entry("export", Export.class),
          Map.entry("batch", Batch.class));

  @JsonProperty("id")
  private String id;

  @JsonProperty("created")
  private Long created;

  @JsonProperty("livemode")
  private Boolean livemode;

  @JsonProperty("event")
  private WebhookEvent event;

  /** The model that belongs to the event, or what was on the wire where none does. */
  @JsonProperty("data")
  private Object held;

  private WebhookNotification() {}

  /** @throws CallAnalysisException of the kind ANSWER for text that is no notification */
  static WebhookNotification read(byte[] text) {
    WebhookNotification read = Json.read(text, Json.type(WebhookNotification.class));
    Class<?> model = read.event == null ? null : MODELS.get(read.event.value().split("\\.", 2)[0]);
    if (model != null) read.held = Json.read(Json.write(read.held), Json.type(model));
    return read;
  }

  private <T> T held(Class<T> model) {
    return model.isInstance(held) ? model.cast(held) : null;
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
    return held(NotifiedAnalysis.class);
  }

  /** With the events that begin with {@code evaluation.}; null with other events. */
  public Evaluation evaluation() {
    return held(Evaluation.class);
  }

  /** With the events that begin with {@code dispute.}; null with other events. */
  public Dispute dispute() {
    return held(Dispute.class);
  }

  /** With {@code calibration.closed}; null with other events. */
  public Calibration calibration() {
    return held(Calibration.class);
  }

  /** With {@code scorecard.drift}; null with other events. */
  public JudgeChange judgeChange() {
    return held(JudgeChange.class);
  }

  /** With {@code hold.released}; null with other events. */
  public Hold hold() {
    return held(Hold.class);
  }

  /** With {@code erasure.completed}; null with other events. */
  public Erasure erasure() {
    return held(Erasure.class);
  }

  /** With {@code rescore.completed}; null with other events. */
  public Rescore rescore() {
    return held(Rescore.class);
  }

  /** With {@code redaction.completed}; null with other events. */
  public RedactionJob redaction() {
    return held(RedactionJob.class);
  }

  /** With {@code export.completed}; null with other events. */
  public Export export() {
    return held(Export.class);
  }

  /** With the events that begin with {@code batch.}; null with other events. */
  public Batch batch() {
    return held(Batch.class);
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
