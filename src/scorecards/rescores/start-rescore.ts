// Starts a job that judges stored calls again, or only estimates what it would take. Workers then go through the calls page by
// page.

import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { type ByMode, EvaluationLimit } from '../../billing/usage/evaluation-limit.js';
import type { AnalysisFilterFields } from '../../calls/analysis.requests.js';
import { toFilter } from '../../calls/listing/analysis-filter.js';
import { toStoredFilter } from '../../calls/listing/completed-calls.js';
import { RequestSlots } from '../../platform/concurrency/request-slots.js';
import { lockAccountToCount } from '../../platform/database/account-lock.js';
import { refuseTestKey } from '../../platform/database/lock-for-change.js';
import { queryRow } from '../../platform/database/sql.js';
import { invalid } from '../../platform/errors/api-error.js';
import type { Caller } from '../../platform/http/access/caller.js';
import { seenBy } from '../../platform/http/access/caller.js';
import type { BeforeCommit } from '../../platform/http/idempotency/store-response.js';
import { currentRequestId } from '../../platform/operations/request-context.js';
import { OutboundDoor } from '../../platform/outbound/outbound-door.js';
import { EVALUATIONS_QUEUE } from '../../platform/queue/queue-names.js';
import { Doorbells } from '../../work/doorbells.js';
import { type PublishedScorecard, PublishedScorecards, refuseTestScorecard } from '../cards/published-scorecards.js';
import { tooManyRescores, tooManyRescoresADay } from '../cards/scorecard-errors.js';
import { JudgeOfAccount } from '../evaluations/judge-of-account.js';
import { modelKeyOf } from '../form/asked-questions.js';
import type { CreateRescoreRequest } from './rescore.requests.js';
import { RescoreResponse, type RescoreRow } from './rescore.response.js';
import { RescoreEstimates } from './rescore-estimates.js';

/** Jobs cost evaluations alone, and one that finds no call costs none: their rows need limits of their own. */
const MAX_IN_PROGRESS = 20;
const MAX_A_DAY = 100;

@Injectable()
export class StartRescore {
  private readonly trials = new RequestSlots();

  constructor(
    private readonly dataSource: DataSource,
    private readonly scorecards: PublishedScorecards,
    private readonly estimates: RescoreEstimates,
    private readonly limit: EvaluationLimit,
    private readonly judges: JudgeOfAccount,
    private readonly door: OutboundDoor,
    private readonly doorbells: Doorbells,
  ) {}

  /**
   * What the job would take now, under an id that is stored nowhere.
   * @throws ApiError 404 and 400 for a scorecard that makes no evaluations; 422 for an address that may not be used
   */
  async estimate(caller: Caller, request: CreateRescoreRequest): Promise<RescoreResponse> {
    return this.trials.run(caller.accountId, async () => {
      const { row } = await this.prepare(caller, request);
      return RescoreResponse.of({ ...row, status: 'dry_run' });
    });
  }

  /**
   * @throws ApiError as {@link estimate}; 400 for one job too many; 401; 402 where the account's evaluations of the month do
   * not suffice
   */
  async start(
    caller: Caller,
    request: CreateRescoreRequest,
    beforeCommit: BeforeCommit<RescoreResponse>,
  ): Promise<RescoreResponse> {
    const prepared = await this.prepare(caller, request);
    const { row, wanted } = prepared;
    const started = RescoreResponse.of(row);
    await this.dataSource.transaction(async (tx) => {
      await lockAccountToCount(tx, caller.accountId);
      await caller.confirm(tx);
      await checkRescores(tx, caller.accountId);
      await this.insert(tx, caller, prepared);
      await this.limit.takeByMode(tx, caller.accountId, wanted);
      await beforeCommit(tx, started);
    });
    void this.doorbells.ring(EVALUATIONS_QUEUE);
    return started;
  }

  private async prepare(caller: Caller, request: CreateRescoreRequest): Promise<PreparedRescore> {
    const { accountId } = caller;
    const fault = request.webhook_url ? this.door.check(request.webhook_url, caller) : null;
    if (fault) throw invalid([{ ...fault, loc: ['body', 'webhook_url'] }]);
    // Calls are counted and measured in one snapshot, and those that complete after it do not belong to the job.
    return this.dataSource.transaction('REPEATABLE READ', async (tx) => {
      const scorecard = await this.scorecards.find(tx, accountId, request.scorecard_id, request.revision ?? null);
      const now = await queryRow<{ at: Date }>(tx, 'SELECT now()::timestamptz(3) AS at');
      if (!now) throw new Error('The statement always gives a row');
      const livemode = caller.livemode && scorecard.livemode;
      const calls = callsOf(request, caller, scorecard);
      const filter = toFilter(seenBy(caller), calls);
      const search = calls.search ?? null;
      const { total, estimate, ofTestMode } = await this.estimates.estimate(tx, scorecard, {
        filter,
        search,
        settledBy: now.at,
      });
      const row: RescoreRow = {
        id: randomUUID(),
        created_at: now.at,
        status: 'processing',
        livemode,
        scorecard_id: scorecard.scorecardId,
        scorecard_name: scorecard.name,
        revision: scorecard.revision,
        total,
        completed: 0,
        failed: 0,
        skipped: 0,
        estimate: JSON.stringify(estimate),
        webhook_url: request.webhook_url ?? null,
        webhook_events: request.webhook_events,
        settled_at: null,
      };
      return { row, scorecard, calls, wanted: { live: estimate.calls - ofTestMode, test: ofTestMode } };
    });
  }

  private async insert(
    tx: EntityManager,
    caller: Caller,
    { row, scorecard, calls, wanted }: PreparedRescore,
  ): Promise<void> {
    await tx.query(INSERT, [
      row.id,
      caller.accountId,
      row.created_at,
      row.livemode,
      row.scorecard_id,
      row.revision,
      modelKeyOf(scorecard, (await this.judges.of(caller.accountId, tx)).engine, false) ?? '',
      toStoredFilter(calls, seenBy(caller)),
      row.estimate,
      row.webhook_url,
      row.webhook_events,
      currentRequestId() ?? randomUUID(),
      row.total,
      wanted.live + wanted.test,
      wanted.test,
    ]);
  }
}

interface PreparedRescore {
  readonly row: RescoreRow;
  readonly scorecard: PublishedScorecard;
  /** Which calls it goes through. */
  readonly calls: AnalysisFilterFields;
  /** Calls to be judged. */
  readonly wanted: ByMode;
}

/** @throws ApiError 400 */
async function checkRescores(tx: EntityManager, accountId: string): Promise<void> {
  const counted = await queryRow<{ running: number; recent: number }>(
    tx,
    `SELECT count(*) FILTER (WHERE status = 'processing')::int AS running,
       count(*) FILTER (WHERE created_at > now() - interval '24 hours')::int AS recent
     FROM rescore WHERE account_id = $1`,
    [accountId],
  );
  if (counted && counted.running >= MAX_IN_PROGRESS) throw tooManyRescores();
  if (counted && counted.recent >= MAX_A_DAY) throw tooManyRescoresADay();
}

/**
 * A test key and a test scorecard judge test calls alone.
 * @throws ApiError 403 and 400 for either where live calls are asked for
 */
function callsOf(
  { filter }: CreateRescoreRequest,
  caller: Caller,
  scorecard: PublishedScorecard,
): AnalysisFilterFields {
  const asked = { livemode: filter?.livemode ?? false };
  refuseTestKey(caller, asked);
  refuseTestScorecard(scorecard, asked);
  return caller.livemode && scorecard.livemode ? (filter ?? {}) : { ...filter, livemode: false };
}

const INSERT = `
  INSERT INTO rescore (id, account_id, created_at, livemode, scorecard_id, revision, judge, filter, estimate, webhook_url,
    webhook_events, request_id, total, taken, taken_test, sight)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8::text, $9, $10, $11, $12, $13, $14, $15, $8::text::jsonb -> 'sight')`;
