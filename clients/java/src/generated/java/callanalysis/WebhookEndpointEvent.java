// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/**
 * Known are {@code *}, {@code analysis.completed}, {@code analysis.failed}, {@code analysis.reviewed}, {@code
 * analysis.corrected}, {@code analysis.redacted}, {@code evaluation.completed}, {@code evaluation.acknowledged},
 * {@code dispute.opened}, {@code dispute.resolved}, {@code rescore.completed}, {@code redaction.completed}, {@code
 * export.completed}, {@code batch.completed}, {@code batch.waiting}, {@code calibration.closed}, {@code
 * scorecard.drift}, {@code hold.released}, {@code erasure.completed}.
 */
public final class WebhookEndpointEvent extends OpenEnum {
  public static final WebhookEndpointEvent ALL = new WebhookEndpointEvent("*");
  public static final WebhookEndpointEvent ANALYSIS_COMPLETED = new WebhookEndpointEvent("analysis.completed");
  public static final WebhookEndpointEvent ANALYSIS_FAILED = new WebhookEndpointEvent("analysis.failed");
  public static final WebhookEndpointEvent ANALYSIS_REVIEWED = new WebhookEndpointEvent("analysis.reviewed");
  public static final WebhookEndpointEvent ANALYSIS_CORRECTED = new WebhookEndpointEvent("analysis.corrected");
  public static final WebhookEndpointEvent ANALYSIS_REDACTED = new WebhookEndpointEvent("analysis.redacted");
  public static final WebhookEndpointEvent EVALUATION_COMPLETED = new WebhookEndpointEvent("evaluation.completed");
  public static final WebhookEndpointEvent EVALUATION_ACKNOWLEDGED = new WebhookEndpointEvent("evaluation.acknowledged");
  public static final WebhookEndpointEvent DISPUTE_OPENED = new WebhookEndpointEvent("dispute.opened");
  public static final WebhookEndpointEvent DISPUTE_RESOLVED = new WebhookEndpointEvent("dispute.resolved");
  public static final WebhookEndpointEvent RESCORE_COMPLETED = new WebhookEndpointEvent("rescore.completed");
  public static final WebhookEndpointEvent REDACTION_COMPLETED = new WebhookEndpointEvent("redaction.completed");
  public static final WebhookEndpointEvent EXPORT_COMPLETED = new WebhookEndpointEvent("export.completed");
  public static final WebhookEndpointEvent BATCH_COMPLETED = new WebhookEndpointEvent("batch.completed");
  public static final WebhookEndpointEvent BATCH_WAITING = new WebhookEndpointEvent("batch.waiting");
  public static final WebhookEndpointEvent CALIBRATION_CLOSED = new WebhookEndpointEvent("calibration.closed");
  public static final WebhookEndpointEvent SCORECARD_DRIFT = new WebhookEndpointEvent("scorecard.drift");
  public static final WebhookEndpointEvent HOLD_RELEASED = new WebhookEndpointEvent("hold.released");
  public static final WebhookEndpointEvent ERASURE_COMPLETED = new WebhookEndpointEvent("erasure.completed");

  private WebhookEndpointEvent(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static WebhookEndpointEvent of(String value) {
    return new WebhookEndpointEvent(value);
  }
}
