// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/**
 * Known are {@code analysis.completed}, {@code analysis.failed}, {@code analysis.reviewed}, {@code
 * analysis.corrected}, {@code analysis.redacted}, {@code evaluation.completed}, {@code rescore.completed}, {@code
 * redaction.completed}, {@code export.completed}, {@code batch.completed}, {@code batch.waiting}.
 */
public final class WebhookEvent extends OpenEnum {
  /** {@code analysis.completed}. */
  public static final WebhookEvent ANALYSIS_COMPLETED = new WebhookEvent("analysis.completed");

  /** {@code analysis.failed}. */
  public static final WebhookEvent ANALYSIS_FAILED = new WebhookEvent("analysis.failed");

  /** {@code analysis.reviewed}. */
  public static final WebhookEvent ANALYSIS_REVIEWED = new WebhookEvent("analysis.reviewed");

  /** {@code analysis.corrected}. */
  public static final WebhookEvent ANALYSIS_CORRECTED = new WebhookEvent("analysis.corrected");

  /** {@code analysis.redacted}. */
  public static final WebhookEvent ANALYSIS_REDACTED = new WebhookEvent("analysis.redacted");

  /** {@code evaluation.completed}. */
  public static final WebhookEvent EVALUATION_COMPLETED = new WebhookEvent("evaluation.completed");

  /** {@code rescore.completed}. */
  public static final WebhookEvent RESCORE_COMPLETED = new WebhookEvent("rescore.completed");

  /** {@code redaction.completed}. */
  public static final WebhookEvent REDACTION_COMPLETED = new WebhookEvent("redaction.completed");

  /** {@code export.completed}. */
  public static final WebhookEvent EXPORT_COMPLETED = new WebhookEvent("export.completed");

  /** {@code batch.completed}. */
  public static final WebhookEvent BATCH_COMPLETED = new WebhookEvent("batch.completed");

  /** {@code batch.waiting}. */
  public static final WebhookEvent BATCH_WAITING = new WebhookEvent("batch.waiting");

  private WebhookEvent(String value) {
    super(value);
  }

  /**
   * The value with this word, which need not be one of the constants.
   *
   * @param value as it stands on the wire
   * @return equal to the constant, where there is one
   */
  @JsonCreator
  public static WebhookEvent of(String value) {
    return new WebhookEvent(value);
  }
}
