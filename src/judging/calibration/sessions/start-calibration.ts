// Makes calibration sessions. Making one judges nothing.
import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Parameters, seenWithin } from '../../../calls/listing/analysis-filter.js';
import { refuseDeletedTranscripts } from '../../../calls/results/transcript-deleted.js';
import { Config } from '../../../platform/config/config.js';
import { lockAccountToCount } from '../../../platform/database/account-lock.js';
import { refuseWhenFull } from '../../../platform/database/held-bytes.js';
import { refuseTestKey } from '../../../platform/database/lock-for-change.js';
import { queryRow, queryRows } from '../../../platform/database/sql.js';
import { type Caller, seenBy } from '../../../platform/http/access/caller.js';
import type { BeforeCommit } from '../../../platform/http/idempotency/store-response.js';
import {
  nothingPublished,
  revisionNotFound,
  scorecardArchived,
  scorecardNotFound,
} from '../../../scorecards/cards/scorecard-errors.js';
import { CalibrationResponse } from '../../../wire/calibration.response.js';
import { sampleNotFound } from '../samples/samples.js';
import {
  dueInThePast,
  eitherCalls,
  MAX_OPEN,
  notRateable,
  revisionNotPublished,
  sampleTooLarge,
  tooManyOpen,
} from './calibration-errors.js';
import { CalibrationReader } from './calibration-reader.js';
import type { CreateCalibrationRequest } from './calibrations.requests.js';

export const MAX_CALLS = 200;

interface FoundRevision {
  readonly livemode: boolean;
  readonly archived: boolean;
  readonly number: number | null;
  readonly published: boolean;
}

interface FoundCall {
  readonly id: string;
  readonly livemode: boolean;
}

@Injectable()
export class StartCalibration {
  constructor(
    private readonly dataSource: DataSource,
    private readonly reader: CalibrationReader,
    private readonly config: Config,
  ) {}

  /**
   * @throws ApiError 400 for one session too many, an unpublished revision and too large a sample; 401; 403 for live calls and a
   *   test key; 404; 422 for a call that cannot be rated
   */
  async start(
    caller: Caller,
    request: CreateCalibrationRequest,
    beforeCommit: BeforeCommit<CalibrationResponse>,
  ): Promise<CalibrationResponse> {
    const { analysis_ids: given = null, sample_id: sampleId = null, due_at: dueAt = null } = request;
    if ((given === null) === (sampleId === null)) throw eitherCalls();
    if (dueAt !== null && dueAt.getTime() <= Date.now()) throw dueInThePast();
    return this.dataSource.transaction(async (tx) => {
      await lockAccountToCount(tx, caller.accountId);
      await caller.confirm(tx);
      await checkRoom(tx, caller.accountId);
      const { livemode, number } = await findRevision(tx, caller.accountId, request);
      const ids = given ?? (await callsOfSample(tx, caller, sampleId ?? ''));
      if (ids.length > MAX_CALLS) throw sampleTooLarge(MAX_CALLS);
      if (given !== null) await refuseDeletedTranscripts(tx, caller.accountId, given);
      const calls = await findCalls(tx, caller, ids);
      for (const call of calls) refuseTestKey(caller, call);
      const known = new Set(calls.map((call) => call.id));
      const missing = ids.findIndex((id) => !known.has(id));
      if (given !== null && missing >= 0) throw notRateable(missing, ids[missing] ?? '');
      const id = randomUUID();
      await insert(tx, caller, request, { id, livemode: caller.livemode && livemode, revision: number });
      await insertCalls(
        tx,
        caller.accountId,
        id,
        ids.filter((one) => known.has(one)),
      );
      await refuseWhenFull(tx, caller.accountId, this.config);
      const made = CalibrationResponse.of(await this.reader.row(caller.accountId, id, tx));
      await beforeCommit(tx, made);
      return made;
    });
  }
}

async function checkRoom(tx: EntityManager, accountId: string): Promise<void> {
  const counted = await queryRow<{ n: number }>(
    tx,
    "SELECT count(*)::int AS n FROM calibration WHERE account_id = $1 AND status = 'open'",
    [accountId],
  );
  if (counted && counted.n >= MAX_OPEN) throw tooManyOpen();
}

async function findRevision(
  tx: EntityManager,
  accountId: string,
  { scorecard_id, revision = null }: CreateCalibrationRequest,
): Promise<{ readonly livemode: boolean; readonly number: number }> {
  const found = await queryRow<FoundRevision>(
    tx,
    `SELECT s.livemode, s.archived_at IS NOT NULL AS archived, r.number, r.status = 'published' AS published
     FROM scorecard s LEFT JOIN scorecard_revision r ON r.scorecard_id = s.id AND r.number = coalesce($3, s.published_revision)
     WHERE s.id = $2 AND s.account_id = $1 FOR KEY SHARE OF s`,
    [accountId, scorecard_id, revision],
  );
  if (!found) throw scorecardNotFound();
  if (found.archived) throw scorecardArchived();
  if (found.number === null) throw revision === null ? nothingPublished() : revisionNotFound();
  if (!found.published) throw revisionNotPublished(found.number);
  return { livemode: found.livemode, number: found.number };
}

async function callsOfSample(tx: EntityManager, { accountId }: Caller, sampleId: string): Promise<string[]> {
  const sample = await queryRow(tx, 'SELECT 1 FROM sample WHERE id = $1 AND account_id = $2', [sampleId, accountId]);
  if (!sample) throw sampleNotFound();
  const rows = await queryRows<{ id: string }>(
    tx,
    'SELECT analysis_id AS id FROM sample_call WHERE sample_id = $1 AND account_id = $2 ORDER BY place LIMIT $3',
    [sampleId, accountId, MAX_CALLS + 1],
  );
  return rows.map(({ id }) => id);
}

/** Locked in the order of their ids, so that none is deleted before it belongs to the session. */
function findCalls(tx: EntityManager, caller: Caller, ids: readonly string[]): Promise<FoundCall[]> {
  const { accountId, sight } = seenBy(caller);
  const p = new Parameters();
  const conditions = [
    `account_id = ${p.add(accountId, 'uuid')}`,
    `id = ANY(${p.add(ids, 'uuid[]')})`,
    "status = 'completed'",
    'transcript_deleted_at IS NULL',
    ...(sight === null ? [] : [seenWithin(accountId, sight, p)]),
  ];
  return queryRows<FoundCall>(
    tx,
    `SELECT id, livemode FROM analysis WHERE ${conditions.join(' AND ')} ORDER BY id FOR KEY SHARE`,
    p.values,
  );
}

async function insert(
  tx: EntityManager,
  caller: Caller,
  request: CreateCalibrationRequest,
  { id, livemode, revision }: { readonly id: string; readonly livemode: boolean; readonly revision: number },
): Promise<void> {
  const { sight } = seenBy(caller);
  await tx.query(
    `INSERT INTO calibration (id, account_id, livemode, name, scorecard_id, revision, sample_id, reviewer_ids, expert_id, blind,
       due_at, sight)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      id,
      caller.accountId,
      livemode,
      request.name ?? null,
      request.scorecard_id,
      revision,
      request.sample_id ?? null,
      [...new Set(request.reviewer_ids)],
      request.expert_id ?? null,
      request.blind,
      request.due_at ?? null,
      sight && JSON.stringify(sight),
    ],
  );
}

const insertCalls = (tx: EntityManager, accountId: string, id: string, ids: readonly string[]) =>
  tx.query(
    `INSERT INTO calibration_call (calibration_id, analysis_id, account_id, place)
     SELECT $1, id, $2, place FROM unnest($3::uuid[]) WITH ORDINALITY AS given (id, place)`,
    [id, accountId, ids],
  );
