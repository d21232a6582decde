// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/**
 * Known are {@code analysis.completed}, {@code analysis.failed}, {@code analysis.reviewed}, {@code
 * analysis.corrected}, {@code analysis.redacted}, {@code evaluation.completed}, {@code evaluation.acknowledged},
 * {@code dispute.opened}, {@code dispute.resolved}, {@code rescore.completed}, {@code redaction.completed}, {@code
 * export.completed}, {@code batch.completed}, {@code batch.waiting}, {@code calibration.closed}, {@code
 * scorecard.drift}, {@code hold.released}, {@code erasure.completed}.
 */
public final class WebhookEvent extends OpenEnum {
  public static final WebhookEvent ANALYSIS_COMPLETED = new WebhookEvent("analysis.completed");
  public static final WebhookEvent ANALYSIS_FAILED = new WebhookEvent("analysis.failed");
  public static final WebhookEvent ANALYSIS_REVIEWED = new WebhookEvent("analysis.reviewed");
  public static final WebhookEvent ANALYSIS_CORRECTED = new WebhookEvent("analysis.corrected");
  public static final WebhookEvent ANALYSIS_REDACTED = new WebhookEvent("analysis.redacted");
  public static final WebhookEvent EVALUATION_COMPLETED = new WebhookEvent("evaluation.completed");
  public static final WebhookEvent EVALUATION_ACKNOWLEDGED = new WebhookEvent("evaluation.acknowledged");
  public static final WebhookEvent DISPUTE_OPENED = new WebhookEvent("dispute.opened");
  public static final WebhookEvent DISPUTE_RESOLVED = new WebhookEvent("dispute.resolved");
  public static final WebhookEvent RESCORE_COMPLETED = new WebhookEvent("rescore.completed");
  public static final WebhookEvent REDACTION_COMPLETED = new WebhookEvent("redaction.completed");
  public static final WebhookEvent EXPORT_COMPLETED = new WebhookEvent("export.completed");
  public static final WebhookEvent BATCH_COMPLETED = new WebhookEvent("batch.completed");
  public static final WebhookEvent BATCH_WAITING = new WebhookEvent("batch.waiting");
  public static final WebhookEvent CALIBRATION_CLOSED = new WebhookEvent("calibration.closed");
  public static final WebhookEvent SCORECARD_DRIFT = new WebhookEvent("scorecard.drift");
  public static final WebhookEvent HOLD_RELEASED = new WebhookEvent("hold.released");
  public static final WebhookEvent ERASURE_COMPLETED = new WebhookEvent("erasure.completed");

  private WebhookEvent(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static WebhookEvent of(String value) {
    return new WebhookEvent(value);
  }
}
