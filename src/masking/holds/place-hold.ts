// Places holds. Calls that are named, and those of a small filter, are held with the answer. What a large filter finds, a
// worker adds in parts, and until it has come to the end all calls of the account are kept.
import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { addFound, addNamed, countFound, lockToHold } from '../../calls/holds/held-calls.js';
import { Parameters, seenWithin } from '../../calls/listing/analysis-filter.js';
import { toStoredFilter } from '../../calls/listing/completed-calls.js';
import { recordAudit } from '../../platform/audit/record-audit.js';
import { Config } from '../../platform/config/config.js';
import { lockAccountToCount } from '../../platform/database/account-lock.js';
import { refuseWhenFull } from '../../platform/database/held-bytes.js';
import { refuseTestKey } from '../../platform/database/lock-for-change.js';
import { queryRow, queryRows } from '../../platform/database/sql.js';
import { unauthorized } from '../../platform/errors/api-error.js';
import { type Caller, seenBy } from '../../platform/http/access/caller.js';
import type { BeforeCommit } from '../../platform/http/idempotency/store-response.js';
import { HoldResponse } from '../../wire/hold.response.js';
import { MAX_ACTIVE, nothingToHold, tooManyHolds, unknownCalls, untilInThePast } from './hold-errors.js';
import { HoldReader } from './hold-reader.js';
import type { CreateHoldRequest } from './holds.requests.js';

/** Calls of a filter that are held with the answer. More would keep the calls of the account from ending for too long. */
const MAX_AT_ONCE = 1_000;

@Injectable()
export class PlaceHold {
  constructor(
    private readonly dataSource: DataSource,
    private readonly reader: HoldReader,
    private readonly config: Config,
  ) {}

  /** @throws ApiError 400 for one hold too many; 401; 403 for a test key and live calls; 422 for unknown calls and past times */
  async place(
    caller: Caller,
    request: CreateHoldRequest,
    beforeCommit: BeforeCommit<HoldResponse>,
  ): Promise<HoldResponse> {
    const { accountId } = caller;
    const { analysis_ids: ids = null, until = null } = request;
    if (ids === null && !request.filter) throw nothingToHold();
    if (until !== null && until.getTime() <= Date.now()) throw untilInThePast();
    const filter = filterOf(caller, request);
    const found = filter === null ? 0 : await countFound(this.dataSource, accountId, filter);
    const id = randomUUID();
    const isSmall = found <= MAX_AT_ONCE;
    return this.dataSource.transaction(async (tx) => {
      await lockToHold(tx, accountId);
      if (!(await lockAccountToCount(tx, accountId))) throw unauthorized();
      await caller.confirm(tx);
      await checkRoom(tx, accountId);
      const named = ids === null ? [] : await lockNamed(tx, caller, ids);
      await insert(tx, caller, request, { id, filter, found: isSmall ? null : found });
      await addNamed(tx, id, named);
      if (filter !== null && isSmall) await addFound(tx, { id, accountId, filter }, {});
      await refuseWhenFull(tx, accountId, this.config);
      const placed = HoldResponse.of(await this.reader.row(caller, id, tx));
      const details = { held: placed.held, filtered: filter !== null };
      await recordAudit(tx, caller, 'hold.placed', { type: 'hold', id }, details);
      await beforeCommit(tx, placed);
      return placed;
    });
  }
}

/** @returns JSON text; null where the request has no filter. @throws ApiError 403 */
function filterOf(caller: Caller, { filter }: CreateHoldRequest): string | null {
  if (!filter) return null;
  refuseTestKey(caller, { livemode: filter.livemode ?? false });
  return toStoredFilter(caller.livemode ? filter : { ...filter, livemode: false }, seenBy(caller));
}

async function checkRoom(tx: EntityManager, accountId: string): Promise<void> {
  const counted = await queryRow<{ n: number }>(
    tx,
    "SELECT count(*)::int AS n FROM hold WHERE account_id = $1 AND status = 'active'",
    [accountId],
  );
  if (counted && counted.n >= MAX_ACTIVE) throw tooManyHolds();
}

/** Locks them in the order of their ids. @throws ApiError 403; 422 */
async function lockNamed(tx: EntityManager, caller: Caller, ids: readonly string[]): Promise<string[]> {
  const { accountId, sight } = seenBy(caller);
  const p = new Parameters();
  const conditions = [
    `account_id = ${p.add(accountId, 'uuid')}`,
    `id = ANY(${p.add(ids, 'uuid[]')})`,
    ...(sight === null ? [] : [seenWithin(accountId, sight, p)]),
  ];
  const calls = await queryRows<{ id: string; livemode: boolean }>(
    tx,
    `SELECT id, livemode FROM analysis WHERE ${conditions.join(' AND ')} ORDER BY id FOR KEY SHARE`,
    p.values,
  );
  const known = new Set(calls.map((call) => call.id));
  const unknown = [...ids.entries()].filter(([, id]) => !known.has(id));
  if (unknown.length > 0) throw unknownCalls(unknown);
  for (const call of calls) refuseTestKey(caller, call);
  return calls.map((call) => call.id);
}

async function insert(
  tx: EntityManager,
  caller: Caller,
  { name, reason, until = null }: CreateHoldRequest,
  { id, filter, found }: { readonly id: string; readonly filter: string | null; readonly found: number | null },
): Promise<void> {
  const { accountId, sight } = seenBy(caller);
  await tx.query(INSERT, [
    id,
    accountId,
    caller.livemode,
    name,
    reason,
    filter,
    until,
    found === null,
    found,
    sight && JSON.stringify(sight),
  ]);
}

const INSERT = `
  INSERT INTO hold (id, account_id, livemode, name, reason, filter, until, searched, held, sight)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`;
