// Takes erasures in. The answer waits for nothing: a worker carries them out.
import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { isInHold } from '../../calls/holds/held-calls.js';
import { Parameters, seenWithin } from '../../calls/listing/analysis-filter.js';
import { recordAudit } from '../../platform/audit/record-audit.js';
import { lockAccountToCount } from '../../platform/database/account-lock.js';
import { refuseTestKey } from '../../platform/database/lock-for-change.js';
import { queryRow, queryRows } from '../../platform/database/sql.js';
import { unauthorized } from '../../platform/errors/api-error.js';
import { type Caller, seenBy } from '../../platform/http/access/caller.js';
import type { BeforeCommit } from '../../platform/http/idempotency/store-response.js';
import { beginRound } from '../../platform/operations/shared-round.js';
import type { ErasedSubject, ErasureResponse, ErasureScope } from '../../wire/erasure.response.js';
import { CarryOut, lockErasure } from './carry-out.js';
import { ERASURE_ROUND } from './deferred-erasures.js';
import { countTraces, NO_COUNTS } from './erasure-counts.js';
import { erasedCallNotFound, MAX_OPEN, oneSubject, tooManyErasures, tracesOfName } from './erasure-errors.js';
import { ErasureReader } from './erasure-reader.js';
import type { CreateErasureRequest } from './erasures.requests.js';

interface Wanted {
  readonly subject: ErasedSubject;
  readonly name: string | null;
  readonly ids: readonly string[];
  readonly scope: ErasureScope;
}

/** Takes a dry run back. */
class DryRun extends Error {
  constructor(readonly counted: ErasureResponse) {
    super('A dry run leaves nothing');
  }
}

@Injectable()
export class RequestErasure {
  constructor(
    private readonly dataSource: DataSource,
    private readonly carryOut: CarryOut,
    private readonly reader: ErasureReader,
  ) {}

  /** @throws ApiError 400 for one erasure too many; 401; 403 for a test key and live calls; 404 for unknown calls; 422 */
  async request(
    caller: Caller,
    request: CreateErasureRequest,
    beforeCommit: BeforeCommit<ErasureResponse>,
  ): Promise<ErasureResponse> {
    const wanted = wantedOf(request);
    return this.dataSource.transaction(async (tx) => {
      const id = await this.insert(tx, caller, request, wanted);
      const subject = wanted.name ?? joined(wanted.ids);
      const { scope, subject: kind } = wanted;
      await recordAudit(
        tx,
        caller,
        'erasure.requested',
        { type: 'erasure', id },
        { subject: kind, scope },
        { subject_hash: subject },
      );
      await beginRound(tx, ERASURE_ROUND);
      const asked = await this.reader.get(caller, id, tx);
      await beforeCommit(tx, asked);
      return asked;
    });
  }

  /** Counts what the erasure would erase now; what holds keep stands in `deferred`. @throws ApiError as for a request */
  async count(caller: Caller, request: CreateErasureRequest): Promise<ErasureResponse> {
    const wanted = wantedOf(request);
    try {
      return await this.dataSource.transaction(async (tx) => {
        const id = await this.insert(tx, caller, request, wanted);
        const erasure = await lockErasure(tx, id);
        if (erasure && !erasure.collected) await this.carryOut.collect(tx, erasure);
        await tx.query(DEFER, [id]);
        const free = await queryRows<{ id: string }>(tx, FREE, [id]);
        const ids = free.map((call) => call.id);
        const counts = await countTraces(tx, caller.accountId, wanted.scope, ids);
        throw new DryRun({ ...(await this.reader.get(caller, id, tx)), status: 'dry_run', counts });
      });
    } catch (error) {
      if (error instanceof DryRun) return error.counted;
      throw error;
    }
  }

  private async insert(
    tx: EntityManager,
    caller: Caller,
    { reason, reference = null }: CreateErasureRequest,
    { subject, name, ids, scope }: Wanted,
  ): Promise<string> {
    const { accountId, livemode } = caller;
    const { sight } = seenBy(caller);
    if (!(await lockAccountToCount(tx, accountId))) throw unauthorized();
    await caller.confirm(tx);
    const open = await queryRow<{ n: number }>(tx, OPEN, [accountId]);
    if (open && open.n >= MAX_OPEN) throw tooManyErasures();
    if (subject === 'analyses') await checkCalls(tx, caller, ids);
    const id = randomUUID();
    const row = [id, accountId, livemode, subject, name, name ?? joined(ids), scope, reason, reference];
    await tx.query(INSERT, [...row, sight && JSON.stringify(sight), subject === 'analyses', NO_COUNTS]);
    await tx.query(NAME_CALLS, [id, ids, accountId]);
    return id;
  }
}

const joined = (ids: readonly string[]) => [...new Set(ids)].sort().join(',');

/** @throws ApiError 422 */
function wantedOf({ contact_id, agent_id, analysis_ids, scope }: CreateErasureRequest): Wanted {
  const given = [contact_id, agent_id, analysis_ids].filter((one) => one !== null && one !== undefined);
  if (given.length !== 1) throw oneSubject();
  if (analysis_ids) {
    if (scope === 'traces') throw tracesOfName();
    return { subject: 'analyses', name: null, ids: analysis_ids, scope: scope ?? 'calls' };
  }
  if (agent_id) return { subject: 'agent', name: agent_id, ids: [], scope: scope ?? 'traces' };
  return { subject: 'contact', name: contact_id ?? '', ids: [], scope: scope ?? 'calls' };
}

/** @throws ApiError 403; 404 */
async function checkCalls(tx: EntityManager, caller: Caller, ids: readonly string[]): Promise<void> {
  const { accountId, sight } = seenBy(caller);
  const p = new Parameters();
  const conditions = [
    `account_id = ${p.add(accountId, 'uuid')}`,
    `id = ANY(${p.add(ids, 'uuid[]')})`,
    ...(sight === null ? [] : [seenWithin(accountId, sight, p)]),
  ];
  const calls = await queryRows<{ id: string; livemode: boolean }>(
    tx,
    `SELECT id, livemode FROM analysis WHERE ${conditions.join(' AND ')}`,
    p.values,
  );
  if (calls.length < new Set(ids).size) throw erasedCallNotFound();
  for (const call of calls) refuseTestKey(caller, call);
}

const OPEN = "SELECT count(*)::int AS n FROM erasure WHERE account_id = $1 AND status IN ('processing', 'failed')";
/** The erased name stands in no text of the row. */
const INSERT = `
  INSERT INTO erasure (id, account_id, livemode, subject, name, subject_hash, scope, reason, reference, sight, collected, counts,
    accepted_by)
  VALUES ($1, $2, $3, $4, $5, audit_name($2, $6), $7, without_name($8, coalesce($5, $6)), without_name($9, coalesce($5, $6)), $10,
    $11, $12, clock_timestamp())`;
const NAME_CALLS = `
  INSERT INTO erasure_call (erasure_id, analysis_id, account_id)
  SELECT $1::uuid, call, $3::uuid FROM unnest($2::uuid[]) AS call ON CONFLICT DO NOTHING`;
const DEFER = `
  UPDATE erasure_call c SET state = 'deferred' FROM analysis a
  WHERE c.erasure_id = $1 AND a.id = c.analysis_id AND ${isInHold('a')}`;
const FREE = "SELECT analysis_id AS id FROM erasure_call WHERE erasure_id = $1 AND state = 'waiting'";
