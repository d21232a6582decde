// Entries of the audit log as people read them: which sentence tells one, and where its object is shown. Without the browser.
import type { AuditEntry } from '../../../../../clients/typescript/src/browser.js';

/** Actions that the log is filtered by, by group. The first part of an action names its group. */
export const ACTIONS: Readonly<Record<string, readonly string[]>> = {
  auth: ['auth.login', 'auth.login_failed'],
  api_key: ['api_key.created', 'api_key.revoked'],
  member: [
    'member.invited',
    'member.invitation_ended',
    'member.joined',
    'member.changed',
    'member.deleted',
    'member.made_owner',
  ],
  settings: ['settings.changed'],
  endpoint: ['endpoint.created', 'endpoint.changed', 'endpoint.secret_rotated', 'endpoint.deleted'],
  source: ['source.created', 'source.changed', 'source.paused', 'source.resumed', 'source.rescanned', 'source.deleted'],
  scorecard: ['scorecard.published'],
  reading: [
    'analysis.read',
    'recording.original_read',
    'transcript.exported',
    'export.created',
    'export.read',
    'search',
  ],
  review: [
    'review.created',
    'correction.created',
    'rating.created',
    'dispute.opened',
    'dispute.resolved',
    'review_link.created',
    'review_link.revoked',
  ],
  data: [
    'redaction.started',
    'redaction.canceled',
    'analysis.deleted',
    'hold.placed',
    'hold.released',
    'retention.round',
    'erasure.requested',
    'erasure.deferred',
    'erasure.failed',
    'erasure.completed',
    'erasure.replayed',
  ],
};

/** Settings that have a sentence of their own. */
const SETTINGS = ['redaction', 'engines', 'sign_in', 'webhook_secret', 'retention'];

/** Name of the sentence that tells an entry. */
export function sentenceOf({ action, subject, actor }: AuditEntry): string {
  const name = action.replace('.', '_');
  if (action === 'settings.changed') return SETTINGS.includes(subject.id) ? `settings_${subject.id}` : name;
  if (action === 'export.read' && subject.type === 'audit') return 'audit_exported';
  if (action === 'redaction.started' && subject.type === 'redaction') return 'redaction_started_many';
  if (action === 'auth.login_failed' && actor.kind === 'service') return 'auth_login_refused';
  if (action === 'member.changed' && subject.id === actor.id) return 'member_changed_self';
  return name;
}

interface Target {
  readonly type: string;
  readonly id: string;
}

/** The object that an entry tells of: the call or session of what has no page, such as a dispute or a link, else its subject. */
export function targetOf({ subject, details }: AuditEntry): Target {
  const call = details.analysis_id;
  if (typeof call === 'string') return { type: 'analysis', id: call };
  const { calibration_id: session } = details;
  return typeof session === 'string' ? { type: 'calibration', id: session } : subject;
}

const PLACES: Readonly<Record<string, (id: string) => string>> = {
  analysis: (id) => `/calls/${id}`,
  api_key: () => '/developers',
  calibration: (id) => `/forms/calibrations/${id}`,
  erasure: () => '/settings/data/erasures',
  export: () => '/calls/exports',
  hold: (id) => `/settings/data/holds/${id}`,
  member: () => '/settings/members',
  redaction: () => '/settings/masking',
  scorecard: (id) => `/forms/${id}`,
  source: (id) => `/intake/sources/${id}`,
  webhook_endpoint: (id) => `/developers/endpoints/${id}`,
};

const GONE = ['analysis.deleted', 'source.deleted', 'endpoint.deleted', 'member.deleted', 'api_key.revoked'];

/** Ids of what the entries tell the end of. */
export const goneIn = (entries: readonly AuditEntry[]): ReadonlySet<string> =>
  new Set(entries.filter(({ action }) => GONE.includes(action)).map(({ subject }) => subject.id));

/** @returns path of the page that shows an object; null where none does */
export function placeOf({ type, id }: Target, gone: ReadonlySet<string>): string | null {
  return gone.has(id) ? null : (PLACES[type]?.(encodeURIComponent(id)) ?? null);
}

/** So much of an id tells two apart on a page. */
export const shortId = (id: string): string => id.slice(0, 8);

const HMAC = /^[0-9a-f]{64}$/;

export const isHmac = (value: unknown): value is string => typeof value === 'string' && HMAC.test(value);

/** Members of the details with a value. */
export const factsOf = ({ details }: AuditEntry): readonly (readonly [name: string, value: unknown])[] =>
  Object.entries(details).filter(([, value]) => value !== null && value !== undefined && value !== '');
