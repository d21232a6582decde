// Starts a job that masks stored calls, or only counts them. Workers then take the calls one by one.

import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Seen } from '../../access/rights.js';
import type { AnalysisFilterFields } from '../../calls/analysis.requests.js';
import { toFilter } from '../../calls/listing/analysis-filter.js';
import { countCompletedCalls, toStoredFilter } from '../../calls/listing/completed-calls.js';
import { recordAudit } from '../../platform/audit/record-audit.js';
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
import type { WantedRedaction } from '../../ports/redaction.js';
import { RedactionSettings } from '../../redaction/settings/redaction-settings.js';
import { RedactionJobResponse, type RedactionJobRow } from '../../wire/redaction-job.response.js';
import type { CreateRedactionRequest } from './redaction-job.requests.js';
import { nothingToMask, tooManyRedactions, tooManyRedactionsADay } from './redaction-job-errors.js';

const MAX_IN_PROGRESS = 5;
/** Maximum number of jobs a day, since a job that finds no call costs only its row. */
const MAX_A_DAY = 100;

@Injectable()
export class StartRedaction {
  private readonly trials = new RequestSlots();

  constructor(
    private readonly dataSource: DataSource,
    private readonly settings: RedactionSettings,
    private readonly door: OutboundDoor,
  ) {}

  /**
   * Counts the calls that the job would go through now, under an id that is stored nowhere.
   * @throws ApiError 400 where nothing is to be masked; 403 for a test key and live calls; 422 for an address that may not be
   * used
   */
  async count(caller: Caller, request: CreateRedactionRequest): Promise<RedactionJobResponse> {
    return this.trials.run(caller.accountId, async () => {
      const { row } = await this.prepare(caller, request);
      return RedactionJobResponse.of({ ...row, status: 'dry_run' });
    });
  }

  /** @throws ApiError as {@link count}; 400 when the account has too many jobs; 401 */
  async start(
    caller: Caller,
    request: CreateRedactionRequest,
    beforeCommit: BeforeCommit<RedactionJobResponse>,
  ): Promise<RedactionJobResponse> {
    const prepared = await this.prepare(caller, request);
    const started = RedactionJobResponse.of(prepared.row);
    await this.dataSource.transaction(async (tx) => {
      await lockAccountToCount(tx, caller.accountId);
      await caller.confirm(tx);
      await checkJobs(tx, caller.accountId);
      await insert(tx, caller, prepared);
      const { id, total } = prepared.row;
      await recordAudit(tx, caller, 'redaction.started', { type: 'redaction', id }, { total });
      await beforeCommit(tx, started);
    });
    return started;
  }

  private async prepare(caller: Caller, request: CreateRedactionRequest): Promise<PreparedJob> {
    const fault = request.webhook_url ? this.door.check(request.webhook_url, caller) : null;
    if (fault) throw invalid([{ ...fault, loc: ['body', 'webhook_url'] }]);
    const calls = callsOf(request, caller);
    const wanted = await this.settings.wantedFor(caller.accountId, request.preset ?? request.types ?? null);
    if (wanted === null) throw nothingToMask();
    const { total, at } = await this.countCalls(seenBy(caller), calls);
    return { row: newRow(caller, request, wanted, total, at), calls };
  }

  /** Counts calls in one snapshot with the time: those that complete after it do not belong to the job. */
  private countCalls(seen: Seen, calls: AnalysisFilterFields): Promise<{ total: number; at: Date }> {
    return this.dataSource.transaction('REPEATABLE READ', async (tx) => {
      const now = await queryRow<{ at: Date }>(tx, 'SELECT now()::timestamptz(3) AS at');
      if (!now) throw new Error('The statement always gives a row');
      const filter = toFilter(seen, calls);
      const total = await countCompletedCalls(tx, { filter, search: calls.search ?? null, settledBy: now.at });
      return { total, at: now.at };
    });
  }
}

interface PreparedJob {
  readonly row: RedactionJobRow;
  /** Filter of the calls of the job. */
  readonly calls: AnalysisFilterFields;
}

function newRow(
  { livemode }: Caller,
  { preset, webhook_url, webhook_events }: CreateRedactionRequest,
  wanted: WantedRedaction,
  total: number,
  at: Date,
): RedactionJobRow {
  return {
    id: randomUUID(),
    created_at: at,
    status: 'processing',
    livemode,
    preset: preset ?? null,
    wanted: JSON.stringify(wanted),
    total,
    completed: 0,
    failed: 0,
    skipped: 0,
    webhook_url: webhook_url ?? null,
    webhook_events,
    settled_at: null,
  };
}

/**
 * A test key masks only test calls.
 * @throws ApiError 403 where live calls are requested
 */
function callsOf({ filter }: CreateRedactionRequest, caller: Caller): AnalysisFilterFields {
  refuseTestKey(caller, { livemode: filter?.livemode ?? false });
  return caller.livemode ? (filter ?? {}) : { ...filter, livemode: false };
}

/** @throws ApiError 400 */
async function checkJobs(tx: EntityManager, accountId: string): Promise<void> {
  const counted = await queryRow<{ running: number; recent: number }>(
    tx,
    `SELECT count(*) FILTER (WHERE status = 'processing')::int AS running,
       count(*) FILTER (WHERE created_at > now() - interval '24 hours')::int AS recent
     FROM redaction WHERE account_id = $1`,
    [accountId],
  );
  if (counted && counted.running >= MAX_IN_PROGRESS) throw tooManyRedactions();
  if (counted && counted.recent >= MAX_A_DAY) throw tooManyRedactionsADay();
}

async function insert(tx: EntityManager, caller: Caller, { row, calls }: PreparedJob): Promise<void> {
  await tx.query(INSERT, [
    row.id,
    caller.accountId,
    row.created_at,
    row.livemode,
    row.preset,
    row.wanted,
    toStoredFilter(calls, seenBy(caller)),
    row.webhook_url,
    row.webhook_events,
    currentRequestId() ?? randomUUID(),
    row.total,
  ]);
}

const INSERT = `
  INSERT INTO redaction (id, account_id, created_at, livemode, preset, wanted, filter, webhook_url, webhook_events, request_id,
    total, sight)
  VALUES ($1, $2, $3, $4, $5, $6, $7::text, $8, $9, $10, $11, $7::text::jsonb -> 'sight')`;
