// The one way to lock a client's row for a change that the client asks for. It holds the rule that a test key changes nothing of
// live mode, so that no route can forget it.
import type { EntityManager } from 'typeorm';
import { mayChange } from '../../access/rights.js';
import { forbidden, notFound, unauthorized } from '../errors/api-error.js';
import { lockAccountAgainstErasure } from './account-lock.js';
import { queryRow } from './sql.js';

/** Who asks for the change: the account of a request, and the mode of its credential. */
export interface Changer {
  readonly accountId: string;
  readonly livemode: boolean;
}

/** Each has the columns `id`, `account_id` and `livemode`. */
const NAMES = {
  analysis: 'Analysis',
  batch: 'Batch',
  evaluation: 'Evaluation',
  export: 'Export',
  redaction: 'Redaction',
  rescore: 'Rescore',
  scorecard: 'Scorecard',
  source: 'Source',
  webhook_endpoint: 'Webhook endpoint',
} as const;
export type ChangeableTable = keyof typeof NAMES;

export interface ChangeLock {
  /** SQL. */
  readonly columns?: string;
  /** The weakest that the change can do with. */
  readonly strength?: 'FOR UPDATE' | 'FOR NO KEY UPDATE' | 'FOR SHARE' | 'FOR KEY SHARE';
  /** What is not found where there is no such row; its own name where left out. */
  readonly sought?: string;
}

export const liveObject = () => forbidden('A test key cannot change live objects');

/** @throws ApiError 403 */
export function refuseTestKey(changer: Pick<Changer, 'livemode'>, changed: { readonly livemode: boolean }): void {
  if (!mayChange(changer, changed)) throw liveObject();
}

/**
 * Locks a row, or what hangs on it, until the transaction ends. The account is locked before it, as in an erasure.
 * @returns the columns, and `livemode`
 * @throws ApiError 401 when the account is gone; 404; 403 for a test key and a live row
 */
export async function lockForChange<Row extends object>(
  tx: EntityManager,
  changer: Changer,
  table: ChangeableTable,
  id: string,
  { columns = 'id', strength = 'FOR NO KEY UPDATE', sought = NAMES[table] }: ChangeLock = {},
): Promise<Row & { readonly livemode: boolean }> {
  if (!(await lockAccountAgainstErasure(tx, changer.accountId))) throw unauthorized();
  const found = await queryRow<Row & { readonly livemode: boolean }>(
    tx,
    `SELECT livemode, ${columns} FROM ${table} WHERE id = $1 AND account_id = $2 ${strength}`,
    [id, changer.accountId],
  );
  if (!found) throw notFound(sought);
  refuseTestKey(changer, found);
  return found;
}
