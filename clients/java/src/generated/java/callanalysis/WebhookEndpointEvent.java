// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/**
 * Known are {@code *}, {@code analysis.completed}, {@code analysis.failed}, {@code analysis.reviewed}, {@code
 * analysis.corrected}, {@code analysis.redacted}, {@code evaluation.completed}, {@code rescore.completed}, {@code
 * redaction.completed}, {@code export.completed}, {@code batch.completed}, {@code batch.waiting}.
 */
public final class WebhookEndpointEvent extends OpenEnum {
  /** {@code *}. */
  public static final WebhookEndpointEvent ALL = new WebhookEndpointEvent("*");

  /** {@code analysis.completed}. */
  public static final WebhookEndpointEvent ANALYSIS_COMPLETED = new WebhookEndpointEvent("analysis.completed");

  /** {@code analysis.failed}. */
  public static final WebhookEndpointEvent ANALYSIS_FAILED = new WebhookEndpointEvent("analysis.failed");

  /** {@code analysis.reviewed}. */
  public static final WebhookEndpointEvent ANALYSIS_REVIEWED = new WebhookEndpointEvent("analysis.reviewed");

  /** {@code analysis.corrected}. */
  public static final WebhookEndpointEvent ANALYSIS_CORRECTED = new WebhookEndpointEvent("analysis.corrected");

  /** {@code analysis.redacted}. */
  public static final WebhookEndpointEvent ANALYSIS_REDACTED = new WebhookEndpointEvent("analysis.redacted");

  /** {@code evaluation.completed}. */
  public static final WebhookEndpointEvent EVALUATION_COMPLETED = new WebhookEndpointEvent("evaluation.completed");

  /** {@code rescore.completed}. */
  public static final WebhookEndpointEvent RESCORE_COMPLETED = new WebhookEndpointEvent("rescore.completed");

  /** {@code redaction.completed}. */
  public static final WebhookEndpointEvent REDACTION_COMPLETED = new WebhookEndpointEvent("redaction.completed");

  /** {@code export.completed}. */
  public static final WebhookEndpointEvent EXPORT_COMPLETED = new WebhookEndpointEvent("export.completed");

  /** {@code batch.completed}. */
  public static final WebhookEndpointEvent BATCH_COMPLETED = new WebhookEndpointEvent("batch.completed");

  /** {@code batch.waiting}. */
  public static final WebhookEndpointEvent BATCH_WAITING = new WebhookEndpointEvent("batch.waiting");

  private WebhookEndpointEvent(String value) {
    super(value);
  }

  /**
   * The value with this word, which need not be one of the constants.
   *
   * @param value as it stands on the wire
   * @return equal to the constant, where there is one
   */
  @JsonCreator
  public static WebhookEndpointEvent of(String value) {
    return new WebhookEndpointEvent(value);
  }
}
