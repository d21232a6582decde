// Draws samples of calls, and keeps which calls they hold and how they were drawn.
import { randomBytes, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Seen } from '../../../access/rights.js';
import type { AnalysisFilterFields } from '../../../calls/analysis.requests.js';
import { toFilter } from '../../../calls/listing/analysis-filter.js';
import { toStoredFilter } from '../../../calls/listing/completed-calls.js';
import { DrawCalls, type Strata } from '../../../calls/listing/draw-calls.js';
import { queueSample } from '../../../calls/review-tasks/review-tasks.js';
import { Config } from '../../../platform/config/config.js';
import { lockAccountToCount } from '../../../platform/database/account-lock.js';
import { refuseWhenFull } from '../../../platform/database/held-bytes.js';
import { refuseTestKey } from '../../../platform/database/lock-for-change.js';
import { queryRow, queryRows, type Sql } from '../../../platform/database/sql.js';
import { badRequest, invalid, notFound } from '../../../platform/errors/api-error.js';
import { valueError } from '../../../platform/errors/validation-messages.js';
import { type Caller, seenBy } from '../../../platform/http/access/caller.js';
import type { BeforeCommit } from '../../../platform/http/idempotency/store-response.js';
import { scorecardNotFound } from '../../../scorecards/cards/scorecard-errors.js';
import { seenJob, seenTeams } from '../../../work/jobs/seen-jobs.js';
import type { CreateSampleRequest, SamplePageQuery } from './samples.requests.js';
import { type SamplePageResponse, SampleResponse, type SampleRow, type WantedSample } from './samples.responses.js';

const MAX_SAMPLES = 1_000;
export const tooManySamples = () => badRequest(`An account can have ${MAX_SAMPLES} samples`);
export const noCallFits = () => badRequest('No completed call fits the filter');
export const sampleNotFound = () => notFound('Sample');

@Injectable()
export class Samples {
  constructor(
    private readonly dataSource: DataSource,
    private readonly calls: DrawCalls,
    private readonly config: Config,
  ) {}

  /**
   * @throws ApiError 400 where no call fits, too many do, or the account has too many samples; 401; 403 for live calls and a test
   *   key; 404 for an unknown scorecard; 422
   */
  async draw(
    caller: Caller,
    request: CreateSampleRequest,
    beforeCommit: BeforeCommit<SampleResponse>,
  ): Promise<SampleResponse> {
    const { filter, seed, queue } = request;
    refuseTestKey(caller, { livemode: filter?.livemode ?? false });
    const strata = await this.strataOf(caller.accountId, request);
    const createdAt = new Date();
    const fields: AnalysisFilterFields = { ...filter, livemode: filter?.livemode ?? caller.livemode };
    const row = { id: randomUUID(), createdAt, seed: seed ?? randomBytes(12).toString('base64url') };
    const ofMode = { ...toFilter(seenBy(caller), fields), livemode: caller.livemode };
    const { population, ids } =
      fields.livemode === caller.livemode
        ? await this.calls.draw({
            filter: ofMode,
            search: filter?.search ?? null,
            before: createdAt,
            seed: row.seed,
            count: request.count,
            per: request.per ?? null,
            strata,
          })
        : { population: 0, ids: [] };
    if (ids.length === 0) throw noCallFits();
    return this.dataSource.transaction(async (tx) => {
      await lockAccountToCount(tx, caller.accountId);
      await caller.confirm(tx);
      await checkRoom(tx, caller.accountId);
      await insert(tx, caller, request, { ...row, population, ids });
      await refuseWhenFull(tx, caller.accountId, this.config);
      if (queue) await queueSample(tx, row.id);
      const sample = await this.get(caller.accountId, row.id, tx);
      await beforeCommit(tx, sample);
      return sample;
    });
  }

  /** @throws ApiError 404 */
  async get(accountId: string, id: string, sql: Sql = this.dataSource): Promise<SampleResponse> {
    const found = await queryRow<SampleRow>(sql, `${SELECT} WHERE s.account_id = $1 AND s.id = $2`, [accountId, id]);
    if (!found) throw sampleNotFound();
    return SampleResponse.of(found);
  }

  async list({ accountId, sight }: Seen, { skip, limit }: SamplePageQuery): Promise<SamplePageResponse> {
    return this.dataSource.transaction('REPEATABLE READ', async (tx) => {
      const seen = seenTeams(sight);
      const counted = await queryRow<{ n: number }>(
        tx,
        `SELECT count(*)::int AS n FROM sample WHERE account_id = $1 AND ${seenJob('$2')}`,
        [accountId, seen],
      );
      const rows = await queryRows<SampleRow>(
        tx,
        `${SELECT} WHERE s.account_id = $1 AND ${seenJob('$2', 's.')} ORDER BY s.created_at DESC, s.id DESC LIMIT $3 OFFSET $4`,
        [accountId, seen, limit, skip],
      );
      return { items: rows.map(SampleResponse.of), total: counted?.n ?? 0, skip, limit };
    });
  }

  /** @throws ApiError 404, 422 */
  private async strataOf(accountId: string, { filter, stratify_by }: CreateSampleRequest): Promise<Strata | null> {
    if (!stratify_by) return null;
    const scorecardId = stratify_by === 'outcome' ? filter?.scorecard_id : stratify_by.scorecard_id;
    if (!scorecardId) {
      const msg = valueError('outcome says nothing without filter.scorecard_id');
      throw invalid([{ type: 'value_error', loc: ['body', 'stratify_by'], msg, input: stratify_by }]);
    }
    const found = await queryRow(this.dataSource, 'SELECT 1 FROM scorecard WHERE id = $1 AND account_id = $2', [
      scorecardId,
      accountId,
    ]);
    if (!found) throw scorecardNotFound();
    return stratify_by === 'outcome'
      ? { scorecardId, by: 'outcome' }
      : { scorecardId, by: 'answer', question: stratify_by.question };
  }
}

const SELECT = `SELECT s.id, s.created_at, s.livemode, s.seed, s.filter, s.wanted, s.population,
    ARRAY(SELECT c.analysis_id FROM sample_call c WHERE c.sample_id = s.id ORDER BY c.place) AS analysis_ids
  FROM sample s`;

async function checkRoom(tx: EntityManager, accountId: string): Promise<void> {
  const counted = await queryRow<{ n: number }>(tx, 'SELECT count(*)::int AS n FROM sample WHERE account_id = $1', [
    accountId,
  ]);
  if (counted && counted.n >= MAX_SAMPLES) throw tooManySamples();
}

interface DrawnSample {
  readonly id: string;
  readonly createdAt: Date;
  readonly seed: string;
  readonly population: number;
  readonly ids: readonly string[];
}

/** Calls that were deleted since they were drawn are left out. */
async function insert(
  tx: EntityManager,
  caller: Caller,
  { filter, count, per = null, stratify_by = null, queue }: CreateSampleRequest,
  { id, createdAt, seed, population, ids }: DrawnSample,
): Promise<void> {
  const wanted: WantedSample = { count, per, stratify_by, queue };
  const stored = toStoredFilter(filter ?? {}, seenBy(caller));
  await tx.query(
    `INSERT INTO sample (id, account_id, created_at, livemode, seed, filter, wanted, population, sight)
     VALUES ($1, $2, $3, $4, $5, $6::text, $7, $8, $6::text::jsonb -> 'sight')`,
    [id, caller.accountId, createdAt, caller.livemode, seed, stored, JSON.stringify(wanted), population],
  );
  await tx.query(
    `INSERT INTO sample_call (sample_id, analysis_id, account_id, place)
     SELECT $1, a.id, $2, drawn.place FROM unnest($3::uuid[]) WITH ORDINALITY AS drawn (id, place)
       JOIN analysis a ON a.id = drawn.id AND a.account_id = $2 ORDER BY a.id FOR KEY SHARE OF a`,
    [id, caller.accountId, ids],
  );
}
