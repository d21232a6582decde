// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/**
 * Known are {@code auth.login}, {@code auth.login_failed}, {@code api_key.created}, {@code api_key.revoked}, {@code
 * member.invited}, {@code member.invitation_ended}, {@code member.joined}, {@code member.changed}, {@code
 * member.deleted}, {@code member.made_owner}, {@code settings.changed}, {@code endpoint.created}, {@code
 * endpoint.changed}, {@code endpoint.secret_rotated}, {@code endpoint.deleted}, {@code source.created}, {@code
 * source.changed}, {@code source.paused}, {@code source.resumed}, {@code source.rescanned}, {@code source.deleted},
 * {@code scorecard.published}, {@code recording.original_read}, {@code transcript.exported}, {@code
 * export.created}, {@code export.read}, {@code search}, {@code review_link.created}, {@code review_link.revoked},
 * {@code review.created}, {@code correction.created}, {@code rating.created}, {@code dispute.opened}, {@code
 * dispute.resolved}, {@code redaction.started}, {@code redaction.canceled}, {@code analysis.read}, {@code
 * analysis.deleted}, {@code hold.placed}, {@code hold.released}, {@code retention.round}, {@code
 * erasure.requested}, {@code erasure.deferred}, {@code erasure.failed}, {@code erasure.completed}, {@code
 * erasure.replayed}.
 */
public final class AuditAction extends OpenEnum {
  public static final AuditAction AUTH_LOGIN = new AuditAction("auth.login");
  public static final AuditAction AUTH_LOGIN_FAILED = new AuditAction("auth.login_failed");
  public static final AuditAction API_KEY_CREATED = new AuditAction("api_key.created");
  public static final AuditAction API_KEY_REVOKED = new AuditAction("api_key.revoked");
  public static final AuditAction MEMBER_INVITED = new AuditAction("member.invited");
  public static final AuditAction MEMBER_INVITATION_ENDED = new AuditAction("member.invitation_ended");
  public static final AuditAction MEMBER_JOINED = new AuditAction("member.joined");
  public static final AuditAction MEMBER_CHANGED = new AuditAction("member.changed");
  public static final AuditAction MEMBER_DELETED = new AuditAction("member.deleted");
  public static final AuditAction MEMBER_MADE_OWNER = new AuditAction("member.made_owner");
  public static final AuditAction SETTINGS_CHANGED = new AuditAction("settings.changed");
  public static final AuditAction ENDPOINT_CREATED = new AuditAction("endpoint.created");
  public static final AuditAction ENDPOINT_CHANGED = new AuditAction("endpoint.changed");
  public static final AuditAction ENDPOINT_SECRET_ROTATED = new AuditAction("endpoint.secret_rotated");
  public static final AuditAction ENDPOINT_DELETED = new AuditAction("endpoint.deleted");
  public static final AuditAction SOURCE_CREATED = new AuditAction("source.created");
  public static final AuditAction SOURCE_CHANGED = new AuditAction("source.changed");
  public static final AuditAction SOURCE_PAUSED = new AuditAction("source.paused");
  public static final AuditAction SOURCE_RESUMED = new AuditAction("source.resumed");
  public static final AuditAction SOURCE_RESCANNED = new AuditAction("source.rescanned");
  public static final AuditAction SOURCE_DELETED = new AuditAction("source.deleted");
  public static final AuditAction SCORECARD_PUBLISHED = new AuditAction("scorecard.published");
  public static final AuditAction RECORDING_ORIGINAL_READ = new AuditAction("recording.original_read");
  public static final AuditAction TRANSCRIPT_EXPORTED = new AuditAction("transcript.exported");
  public static final AuditAction EXPORT_CREATED = new AuditAction("export.created");
  public static final AuditAction EXPORT_READ = new AuditAction("export.read");
  public static final AuditAction SEARCH = new AuditAction("search");
  public static final AuditAction REVIEW_LINK_CREATED = new AuditAction("review_link.created");
  public static final AuditAction REVIEW_LINK_REVOKED = new AuditAction("review_link.revoked");
  public static final AuditAction REVIEW_CREATED = new AuditAction("review.created");
  public static final AuditAction CORRECTION_CREATED = new AuditAction("correction.created");
  public static final AuditAction RATING_CREATED = new AuditAction("rating.created");
  public static final AuditAction DISPUTE_OPENED = new AuditAction("dispute.opened");
  public static final AuditAction DISPUTE_RESOLVED = new AuditAction("dispute.resolved");
  public static final AuditAction REDACTION_STARTED = new AuditAction("redaction.started");
  public static final AuditAction REDACTION_CANCELED = new AuditAction("redaction.canceled");
  public static final AuditAction ANALYSIS_READ = new AuditAction("analysis.read");
  public static final AuditAction ANALYSIS_DELETED = new AuditAction("analysis.deleted");
  public static final AuditAction HOLD_PLACED = new AuditAction("hold.placed");
  public static final AuditAction HOLD_RELEASED = new AuditAction("hold.released");
  public static final AuditAction RETENTION_ROUND = new AuditAction("retention.round");
  public static final AuditAction ERASURE_REQUESTED = new AuditAction("erasure.requested");
  public static final AuditAction ERASURE_DEFERRED = new AuditAction("erasure.deferred");
  public static final AuditAction ERASURE_FAILED = new AuditAction("erasure.failed");
  public static final AuditAction ERASURE_COMPLETED = new AuditAction("erasure.completed");
  public static final AuditAction ERASURE_REPLAYED = new AuditAction("erasure.replayed");

  private AuditAction(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static AuditAction of(String value) {
    return new AuditAction(value);
  }
}
