// Locks a client's row for a change that the client asks for. All such changes use this module. It enforces that a test key
// changes nothing in live mode, so that no route can forget this check.
import type { EntityManager } from 'typeorm';
import { mayChange } from '../../access/rights.js';
import { forbidden, notFound, unauthorized } from '../errors/api-error.js';
import { lockAccountAgainstErasure } from './account-lock.js';
import { queryRow } from './sql.js';

/** The caller that asks for the change: the account of a request, and the mode of its credential. */
export interface Changer {
  readonly accountId: string;
  readonly livemode: boolean;
}

/** Tables that can be locked. Each has the columns `id`, `account_id` and `livemode`. */
const NAMES = {
  analysis: 'Analysis',
  batch: 'Batch',
  engine_trial: 'Engine trial',
  calibration: 'Calibration',
  evaluation: 'Evaluation',
  export: 'Export',
  hold: 'Hold',
  redaction: 'Redaction',
  rescore: 'Rescore',
  scorecard: 'Scorecard',
  source: 'Source',
  webhook_endpoint: 'Webhook endpoint',
} as const;
export type ChangeableTable = keyof typeof NAMES;

export interface ChangeLock {
  /** SQL list of the columns to return. */
  readonly columns?: string;
  /** Weakest lock that is sufficient for the change. */
  readonly strength?: 'FOR UPDATE' | 'FOR NO KEY UPDATE' | 'FOR SHARE' | 'FOR KEY SHARE';
  /** Name of the object in the 404 error. Default: the name of the table's object. */
  readonly sought?: string;
}

export const liveObject = () => forbidden('A test key cannot change live objects');

/** @throws ApiError 403 */
export function refuseTestKey(changer: Pick<Changer, 'livemode'>, changed: { readonly livemode: boolean }): void {
  if (!mayChange(changer, changed)) throw liveObject();
}

/**
 * Locks a row until the transaction ends. Locks the account first, in the same order as an erasure.
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
