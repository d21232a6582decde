// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/**
 * Known are {@code token}, {@code api_key}, {@code review_link}, {@code member}, {@code operator}, {@code service}.
 */
public final class AuditActorKind extends OpenEnum {
  public static final AuditActorKind TOKEN = new AuditActorKind("token");
  public static final AuditActorKind API_KEY = new AuditActorKind("api_key");
  public static final AuditActorKind REVIEW_LINK = new AuditActorKind("review_link");
  public static final AuditActorKind MEMBER = new AuditActorKind("member");
  public static final AuditActorKind OPERATOR = new AuditActorKind("operator");
  public static final AuditActorKind SERVICE = new AuditActorKind("service");

  private AuditActorKind(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static AuditActorKind of(String value) {
    return new AuditActorKind(value);
  }
}
