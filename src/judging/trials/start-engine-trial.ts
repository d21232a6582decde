// Starts an engine trial, or only estimates what it would cost. Its items are rows from the start: workers take them one by one.
import { randomBytes, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { type ByMode, EvaluationLimit } from '../../billing/usage/evaluation-limit.js';
import { Parameters, toFilter } from '../../calls/listing/analysis-filter.js';
import { completedCallsSql, toStoredFilter } from '../../calls/listing/completed-calls.js';
import { drawIn } from '../../calls/listing/draw-calls.js';
import { refuseDeletedTranscripts } from '../../calls/results/transcript-deleted.js';
import { RequestSlots } from '../../platform/concurrency/request-slots.js';
import { Config } from '../../platform/config/config.js';
import { lockAccountToCount } from '../../platform/database/account-lock.js';
import { refuseTestKey } from '../../platform/database/lock-for-change.js';
import { queryRow, queryRows, type Sql } from '../../platform/database/sql.js';
import { invalid, type ValidationItem } from '../../platform/errors/api-error.js';
import { oneOf } from '../../platform/errors/validation-messages.js';
import { type Caller, seenBy } from '../../platform/http/access/caller.js';
import type { BeforeCommit } from '../../platform/http/idempotency/store-response.js';
import { currentRequestId } from '../../platform/operations/request-context.js';
import { ENGINE_TRIALS_QUEUE } from '../../platform/queue/queue-names.js';
import type { EngineTask } from '../../ports/engine-trouble.js';
import {
  type PublishedScorecard,
  PublishedScorecards,
  refuseTestScorecard,
} from '../../scorecards/cards/published-scorecards.js';
import { Doorbells } from '../../work/doorbells.js';
import type { CreateEngineTrialRequest } from './engine-trial.requests.js';
import { EngineTrialResponse, type EngineTrialRow } from './engine-trial.responses.js';
import { noCallFits, tooManyTrialsADay, trialRunning } from './engine-trial-errors.js';
import { TrialEstimates } from './trial-estimates.js';

const MAX_A_DAY = 5;

interface ChosenCall {
  readonly id: string;
  readonly livemode: boolean;
}

interface Chosen {
  readonly calls: readonly ChosenCall[];
  readonly seed: string | null;
  readonly population: number | null;
}

interface Prepared {
  readonly row: EngineTrialRow;
  readonly calls: readonly ChosenCall[];
}

@Injectable()
export class StartEngineTrial {
  private readonly slots = new RequestSlots();

  constructor(
    private readonly dataSource: DataSource,
    private readonly config: Config,
    private readonly scorecards: PublishedScorecards,
    private readonly estimates: TrialEstimates,
    private readonly limit: EvaluationLimit,
    private readonly doorbells: Doorbells,
  ) {}

  /**
   * What the trial would cost now, under an id that is stored nowhere.
   * @throws ApiError 400 where no call fits; 403 for a test key and live calls; 404 for an unknown scorecard; 422
   */
  async estimate(caller: Caller, request: CreateEngineTrialRequest): Promise<EngineTrialResponse> {
    const { row } = await this.prepare(caller, request);
    return EngineTrialResponse.of({ ...row, status: 'dry_run' });
  }

  /** @throws ApiError as {@link estimate}; 401; 402; 429 beside another trial, and for one too many a day */
  async start(
    caller: Caller,
    request: CreateEngineTrialRequest,
    beforeCommit: BeforeCommit<EngineTrialResponse>,
  ): Promise<EngineTrialResponse> {
    const { row, calls } = await this.prepare(caller, request);
    const started = EngineTrialResponse.of(row);
    await this.dataSource.transaction(async (tx) => {
      await lockAccountToCount(tx, caller.accountId);
      await caller.confirm(tx);
      await countStart(tx, caller.accountId);
      await insert(tx, caller, row, calls);
      await this.limit.takeByMode(tx, caller.accountId, byMode(calls, row.engines.length));
      await beforeCommit(tx, started);
    });
    void this.doorbells.ring(ENGINE_TRIALS_QUEUE);
    return started;
  }

  private prepare(caller: Caller, request: CreateEngineTrialRequest): Promise<Prepared> {
    return this.slots.run(caller.accountId, () =>
      this.dataSource.transaction('REPEATABLE READ', (tx) => this.prepareIn(tx, caller, request)),
    );
  }

  private async prepareIn(tx: EntityManager, caller: Caller, request: CreateEngineTrialRequest): Promise<Prepared> {
    const { accountId } = caller;
    const { task, engines } = request;
    this.checkEngines(task, engines);
    const scorecard = request.scorecard_id
      ? await this.scorecards.find(tx, accountId, request.scorecard_id, null)
      : null;
    const now = await queryRow<{ at: Date }>(tx, 'SELECT now()::timestamptz(3) AS at');
    if (!now) throw new Error('The statement always gives a row');
    const { calls, seed, population } = await this.choose(tx, caller, request, scorecard, now.at);
    const ids = calls.map(({ id }) => id);
    const estimate = await this.estimates.estimate(tx, accountId, engines, ids, scorecard);
    const row: EngineTrialRow = {
      id: randomUUID(),
      created_at: now.at,
      status: 'processing',
      livemode: caller.livemode,
      name: request.name ?? null,
      task,
      engines,
      scorecard_id: scorecard?.scorecardId ?? null,
      scorecard_name: scorecard?.name ?? null,
      revision: scorecard?.revision ?? null,
      calls: calls.length,
      seed,
      population,
      total: calls.length * engines.length,
      completed: 0,
      failed: 0,
      skipped: 0,
      counted: null,
      estimate: JSON.stringify(estimate),
      figures: null,
      settled_at: null,
    };
    return { row, calls };
  }

  /** Accounts try what they may choose, and what their calls go to without a choice. @throws ApiError 422 */
  private checkEngines(task: EngineTask, engines: readonly string[]): void {
    const { all, defaults } = this.config.engines;
    const known = [...all.values()]
      .filter((spec) => spec.task === task && (spec.offered || spec.name === defaults[task]))
      .map(({ name }) => name);
    const faults = engines.flatMap((input, at): ValidationItem[] =>
      known.includes(input) ? [] : [{ type: 'enum', loc: ['body', 'engines', String(at)], msg: oneOf(known), input }],
    );
    if (faults.length > 0) throw invalid(faults);
  }

  private async choose(
    tx: EntityManager,
    caller: Caller,
    request: CreateEngineTrialRequest,
    scorecard: PublishedScorecard | null,
    settledBy: Date,
  ): Promise<Chosen> {
    if (request.analysis_ids) {
      const calls = await findNamed(tx, caller, request.analysis_ids, settledBy);
      for (const call of calls) {
        refuseTestKey(caller, call);
        if (scorecard) refuseTestScorecard(scorecard, call);
      }
      return { calls, seed: null, population: null };
    }
    const asked = { livemode: request.filter?.livemode ?? false };
    refuseTestKey(caller, asked);
    if (scorecard) refuseTestScorecard(scorecard, asked);
    return draw(tx, caller, request, { isLive: caller.livemode && (scorecard?.livemode ?? true), settledBy });
  }
}

/**
 * @throws ApiError 400 where one has lost its transcript; 422 that names the calls that are unknown, unfinished, of another
 *   account, or not seen by the caller
 */
async function findNamed(tx: Sql, caller: Caller, ids: readonly string[], settledBy: Date): Promise<ChosenCall[]> {
  const p = new Parameters();
  const filter = { ...toFilter(seenBy(caller), {}), ids };
  const found = await queryRows<ChosenCall>(
    tx,
    `SELECT a.id, a.livemode FROM ${completedCallsSql({ filter, search: null, settledBy }, p)}`,
    p.values,
  );
  const calls = new Map(found.map((call) => [call.id, call]));
  const faults = ids.flatMap((input, at): ValidationItem[] =>
    calls.has(input) ? [] : [{ type: 'enum', loc: ['body', 'analysis_ids', String(at)], msg: NO_CALL, input }],
  );
  if (faults.length > 0) {
    await refuseDeletedTranscripts(tx, caller.accountId, ids);
    throw invalid(faults);
  }
  return ids.flatMap((id) => calls.get(id) ?? []);
}

const NO_CALL = 'Input should be a completed analysis of the account';

/** The first calls by SHA-256 of `seed:id`: anyone can draw them again. @throws ApiError 400 where no call fits */
async function draw(
  tx: EntityManager,
  caller: Caller,
  request: CreateEngineTrialRequest,
  { isLive, settledBy }: { readonly isLive: boolean; readonly settledBy: Date },
): Promise<Chosen> {
  const seed = request.seed ?? randomBytes(8).toString('hex');
  const fields = isLive ? (request.filter ?? {}) : { ...request.filter, livemode: false };
  const { ids, population } = await drawIn(tx, {
    filter: toFilter(seenBy(caller), fields),
    search: fields.search ?? null,
    before: settledBy,
    seed,
    count: request.count ?? 1,
    per: null,
    strata: null,
  });
  if (ids.length === 0) throw noCallFits();
  return { calls: await findNamed(tx, caller, ids, settledBy), seed, population };
}

/** Canceled and deleted trials count too. @throws ApiError 429 */
async function countStart(tx: EntityManager, accountId: string): Promise<void> {
  const running = await queryRow(
    tx,
    "SELECT 1 FROM engine_trial WHERE account_id = $1 AND status = 'processing' LIMIT 1",
    [accountId],
  );
  if (running) throw trialRunning();
  await tx.query("DELETE FROM engine_trial_start WHERE account_id = $1 AND started_at <= now() - interval '24 hours'", [
    accountId,
  ]);
  const recent = await queryRow<{ n: number; wait: number }>(
    tx,
    `SELECT count(*)::int AS n, ceil(extract(epoch FROM min(started_at) + interval '24 hours' - now()))::int AS wait
     FROM engine_trial_start WHERE account_id = $1`,
    [accountId],
  );
  if (recent && recent.n >= MAX_A_DAY) throw tooManyTrialsADay(Math.max(1, recent.wait));
  await tx.query('INSERT INTO engine_trial_start (account_id) VALUES ($1)', [accountId]);
}

/** @throws ApiError 422 where a call was deleted since it was found */
async function insert(
  tx: EntityManager,
  caller: Caller,
  row: EngineTrialRow,
  calls: readonly ChosenCall[],
): Promise<void> {
  const requestId = currentRequestId() ?? randomUUID();
  const { engines, task } = row;
  const test = calls.filter(({ livemode }) => !livemode).length * engines.length;
  await tx.query(INSERT, [
    row.id,
    caller.accountId,
    row.created_at,
    row.livemode,
    requestId,
    toStoredFilter({}, seenBy(caller)),
    row.name,
    task,
    engines,
    row.scorecard_id,
    row.revision,
    row.calls,
    row.seed,
    row.population,
    row.estimate,
    row.total,
    test,
  ]);
  const ids = calls.map(({ id }) => id);
  const items = await queryRows<{ analysis_id: string }>(tx, INSERT_ITEMS, [
    row.id,
    caller.accountId,
    ids,
    engines,
    task,
    requestId,
  ]);
  if (items.length === row.total) return;
  const made = new Set(items.map(({ analysis_id: id }) => id));
  throw invalid(
    ids.flatMap((input, at) =>
      made.has(input) ? [] : [{ type: 'enum', loc: ['body', 'analysis_ids', String(at)], msg: NO_CALL, input }],
    ),
  );
}

function byMode(calls: readonly ChosenCall[], engines: number): ByMode {
  const live = calls.filter(({ livemode }) => livemode).length;
  return { live: live * engines, test: (calls.length - live) * engines };
}

const INSERT = `
  INSERT INTO engine_trial (id, account_id, created_at, livemode, request_id, sight, name, task, engines, scorecard_id, revision,
    calls, seed, population, estimate, total, total_test)
  VALUES ($1, $2, $3, $4, $5, $6::jsonb -> 'sight', $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`;
/** Calls in their order, each by every engine before the next one. */
const INSERT_ITEMS = `
  INSERT INTO engine_trial_item (trial_id, account_id, analysis_id, engine, task, livemode, is_scenario, request_id,
    run_after)
  SELECT $1, $2, a.id, e.name, $5, a.livemode, a.scenario IS NOT NULL, $6, now() + wanted.at * interval '1 microsecond' - interval '1 second'
  FROM unnest($3::uuid[]) WITH ORDINALITY AS wanted(id, at)
    JOIN analysis a ON a.id = wanted.id AND a.account_id = $2 AND a.status = 'completed'
    CROSS JOIN unnest($4::text[]) AS e(name)
  RETURNING analysis_id`;
