// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/**
 * Known are {@code account}, {@code analysis}, {@code api_key}, {@code audit}, {@code calibration}, {@code
 * dispute}, {@code erasure}, {@code export}, {@code hold}, {@code member}, {@code redaction}, {@code review_link},
 * {@code scorecard}, {@code settings}, {@code source}, {@code webhook_endpoint}.
 */
public final class AuditSubjectType extends OpenEnum {
  public static final AuditSubjectType ACCOUNT = new AuditSubjectType("account");
  public static final AuditSubjectType ANALYSIS = new AuditSubjectType("analysis");
  public static final AuditSubjectType API_KEY = new AuditSubjectType("api_key");
  public static final AuditSubjectType AUDIT = new AuditSubjectType("audit");
  public static final AuditSubjectType CALIBRATION = new AuditSubjectType("calibration");
  public static final AuditSubjectType DISPUTE = new AuditSubjectType("dispute");
  public static final AuditSubjectType ERASURE = new AuditSubjectType("erasure");
  public static final AuditSubjectType EXPORT = new AuditSubjectType("export");
  public static final AuditSubjectType HOLD = new AuditSubjectType("hold");
  public static final AuditSubjectType MEMBER = new AuditSubjectType("member");
  public static final AuditSubjectType REDACTION = new AuditSubjectType("redaction");
  public static final AuditSubjectType REVIEW_LINK = new AuditSubjectType("review_link");
  public static final AuditSubjectType SCORECARD = new AuditSubjectType("scorecard");
  public static final AuditSubjectType SETTINGS = new AuditSubjectType("settings");
  public static final AuditSubjectType SOURCE = new AuditSubjectType("source");
  public static final AuditSubjectType WEBHOOK_ENDPOINT = new AuditSubjectType("webhook_endpoint");

  private AuditSubjectType(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static AuditSubjectType of(String value) {
    return new AuditSubjectType(value);
  }
}
