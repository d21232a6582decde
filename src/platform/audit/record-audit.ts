// Enters into the audit log of an account what is done, in the transaction that does it: neither is there without the other.
// A sweep chains the entries later, so that no request waits for the hash of another.
import type { Principal } from '../../access/principal.js';
import { type PreparedStatement, queryPrepared } from '../database/prepared.js';
import type { Sql } from '../database/sql.js';
import { currentAddress, currentRequestId } from '../operations/request-context.js';
import type { ActorKind, AuditAction, SubjectType } from './audit-actions.js';

/** The caller of a request, the service itself, or who operates it. */
export interface Acting {
  readonly accountId: string;
  /** False for a test key. */
  readonly livemode?: boolean;
  readonly principal: { readonly kind: Principal['kind'] | 'service' | 'operator'; readonly id: string };
}

/** A person of the account, where no request shows who it is. */
export const asMember = (accountId: string, id: string): Acting => ({ accountId, principal: { kind: 'person', id } });

/** The service, where it acts by itself. */
export const theService = ({ accountId, livemode = true }: Omit<Acting, 'principal'>): Acting => ({
  accountId,
  livemode,
  principal: { kind: 'service', id: 'service' },
});

/** Who runs the service, by a command. */
export const theOperator = (accountId: string): Acting => ({
  accountId,
  principal: { kind: 'operator', id: 'operator' },
});

/**
 * Call it in the transaction of what it tells; on the pool only for what changes nothing, such as a read.
 * @param details ids, counts and words of the service's own
 * @param names members of the details that name people or hold words: entered as HMACs under the key of the account
 */
export async function recordAudit(
  tx: Sql,
  by: Acting,
  action: AuditAction,
  subject: { readonly type: SubjectType; readonly id: string },
  details: Readonly<Record<string, unknown>> = {},
  names: Readonly<Record<string, string | null>> = {},
): Promise<void> {
  await queryPrepared(tx, INSERT, [
    by.accountId,
    by.livemode ?? true,
    actorKindOf(by),
    by.principal.id,
    action,
    subject.type,
    subject.id,
    currentRequestId(),
    currentAddress(),
    JSON.stringify(details),
    JSON.stringify(names),
  ]);
}

/** A caller, and whether the account has reads of single calls entered. */
export interface Reading extends Acting {
  readonly entersReads?: boolean;
}

/** Enters that a call is about to be shown, where the account wants it. Call it on the pool, before the answer is sent. */
export async function recordRead(
  sql: Sql,
  by: Reading,
  analysisId: string,
  shown: 'analysis' | 'report' | 'recording',
): Promise<void> {
  if (by.entersReads) await recordAudit(sql, by, 'analysis.read', { type: 'analysis', id: analysisId }, { shown });
}

/** The first member has the id of the account, and acts for it by its token alone, as in reviews. */
function actorKindOf({ accountId, principal: { kind, id } }: Acting): ActorKind {
  if (kind === 'person') return id === accountId ? 'token' : 'member';
  return KINDS[kind];
}

const KINDS = { key: 'api_key', link: 'review_link', service: 'service', operator: 'operator' } as const;

const INSERT: PreparedStatement = {
  name: 'audit-entry',
  text: `INSERT INTO audit_entry (account_id, livemode, actor_kind, actor_id, action, subject_type, subject_id, request_id,
      client_address, details)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, audit_name($1, $9), $10::jsonb || audit_names($1, $11::jsonb))`,
};
