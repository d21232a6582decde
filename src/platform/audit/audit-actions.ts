// The vocabulary of the audit log: who acts, and what is entered.

export const ACTOR_KINDS = ['token', 'api_key', 'review_link', 'member', 'operator', 'service'] as const;
export type ActorKind = (typeof ACTOR_KINDS)[number];

export const AUDIT_ACTIONS = [
  'auth.login',
  'auth.login_failed',
  'api_key.created',
  'api_key.revoked',
  'member.invited',
  'member.invitation_ended',
  'member.joined',
  'member.changed',
  'member.deleted',
  'member.made_owner',
  'settings.changed',
  'endpoint.created',
  'endpoint.changed',
  'endpoint.secret_rotated',
  'endpoint.deleted',
  'source.created',
  'source.changed',
  'source.paused',
  'source.resumed',
  'source.rescanned',
  'source.deleted',
  'scorecard.published',
  'recording.original_read',
  'transcript.exported',
  'export.created',
  'export.read',
  'search',
  'review.created',
  'correction.created',
  'rating.created',
  'dispute.opened',
  'dispute.resolved',
  'redaction.started',
  'redaction.canceled',
  'analysis.deleted',
  'hold.placed',
  'hold.released',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

export const SUBJECT_TYPES = [
  'account',
  'analysis',
  'api_key',
  'audit',
  'calibration',
  'dispute',
  'export',
  'hold',
  'member',
  'redaction',
  'scorecard',
  'settings',
  'source',
  'webhook_endpoint',
] as const;
export type SubjectType = (typeof SUBJECT_TYPES)[number];
