// Every table whose rows workers claim, with a row of it that is due. A new kind of work adds its own here.
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { DataSource } from 'typeorm';
import { ManifestClaims } from '../../../src/arrivals/batches/manifests/manifest-claims.js';
import { MANIFEST_LANE } from '../../../src/arrivals/batches/manifests/manifest-work.js';
import { AnalysisClaims } from '../../../src/calls/claims/analysis-claims.js';
import { ExportClaims } from '../../../src/insight/exports/export-claims.js';
import { EXPORT_LANE } from '../../../src/insight/exports/export-work.js';
import { EVALUATION_LANE } from '../../../src/judging/evaluating/evaluation-lane.js';
import { CorrectionClaims } from '../../../src/judging/reviews/corrections/correction-claims.js';
import { CORRECTION_LANE } from '../../../src/judging/reviews/corrections/correction-work.js';
import { TrialItemClaims } from '../../../src/judging/trials/trial-item-claims.js';
import { CallRedactionClaims } from '../../../src/masking/calls/call-redaction-claims.js';
import { CALL_REDACTION_LANE } from '../../../src/masking/calls/call-redaction-lane.js';
import { TRIAL_LANE } from '../../../src/pipeline/trials/engine-trial-work.js';
import { CallLanes } from '../../../src/pipeline/turns/call-lanes.js';
import type { Config } from '../../../src/platform/config/config.js';
import { Metrics } from '../../../src/platform/operations/metrics/metrics.js';
import type { Claimed } from '../../../src/work/claim.js';
import type { WorkLane } from '../../../src/work/kind-of-work.js';
import type { RowClaims } from '../../../src/work/row-claims.js';
import { WorkerSlots } from '../../../src/work/worker-slots.js';
import { heard, storeCall, storeCard, storeOrder } from './evaluated-calls.js';
import { evaluationClaims } from './evaluation-claims.js';
import { storeTrial } from './tried-calls.js';

/** A kind of work of which nothing is known but how its rows are claimed. */
export interface OpenClaims {
  readonly claims: RowClaims<Claimed>;
  /** Writes a checkpoint. Null where the kind has none. */
  readonly makeHeadway: ((work: Claimed) => Promise<void>) | null;
}

export interface ClaimableTable {
  readonly table: string;
  /** The lane that finds the row. */
  readonly lane: WorkLane<never>;
  readonly hasCheckpoints: boolean;
  /** SQL assignments that end the row. */
  readonly final: string;
  /** SQL assignments: an earlier run has worked on the row. */
  readonly begun: string;
  /** SQL assignments: the row asks no engine. Null where none does. */
  readonly asksNone: string | null;
  open(dataSource: DataSource, config: Config): OpenClaims;
  /** @returns the id of a row that is due and whose request has the id `r` */
  store(db: pg.Pool, accountId: string): Promise<string>;
}

function tableOf<T extends Claimed, C extends RowClaims<T>>(of: {
  readonly table: string;
  readonly lane: WorkLane<T> | undefined;
  readonly final?: string;
  readonly begun?: string;
  readonly asksNone: string | null;
  readonly open: (dataSource: DataSource, config: Config) => C;
  readonly makeHeadway: ((claims: C, work: T) => Promise<void>) | null;
  readonly store: ClaimableTable['store'];
}): ClaimableTable {
  const { table, lane, asksNone, store, makeHeadway } = of;
  if (!lane) throw new Error(`No lane finds the rows of ${table}`);
  return {
    table,
    lane: lane as WorkLane<never>,
    final: of.final ?? "status = 'failed', settled_at = now()",
    begun: of.begun ?? 'fence = 1',
    asksNone,
    hasCheckpoints: makeHeadway !== null,
    store,
    open(dataSource, config) {
      const claims = of.open(dataSource, config);
      return {
        claims: claims as RowClaims<Claimed>,
        makeHeadway: makeHeadway && ((work) => makeHeadway(claims, work as T)),
      };
    },
  };
}

const ANSWER = { report: null, notJudged: null, judgedBy: { name: 'stub' } } as never;
const WORK_LANE = new CallLanes(new Metrics(), new WorkerSlots()).all.find(({ name }) => name === 'work');

export const CLAIMABLE_TABLES: readonly ClaimableTable[] = [
  tableOf({
    table: 'analysis',
    lane: WORK_LANE,
    begun: "stage = 'measuring'",
    asksNone: "scenario = 'good_call'",
    open: (dataSource, config) => new AnalysisClaims(dataSource, config),
    makeHeadway: (claims, call) =>
      claims.recordCheckpoint(null, call, 'piece', 0, {}, { stage: 'transcribing', percent: 20 }),
    store: (db, accountId) =>
      insert(db, 'analysis', { account_id: accountId, agent_id: 'agent', contact_id: 'contact', storage_key: 'key' }),
  }),
  tableOf({
    table: 'evaluation',
    lane: EVALUATION_LANE,
    asksNone: "judge = ''",
    open: evaluationClaims,
    makeHeadway: (claims, evaluation) => claims.recordCheckpoint(evaluation, 0, {}),
    store: async (db, accountId) =>
      storeOrder(db, accountId, await storeCall(db, accountId), await storeCard(db, accountId, [heard('q0')])),
  }),
  tableOf({
    table: 'correction',
    lane: CORRECTION_LANE,
    asksNone: 'is_scenario = true',
    open: (dataSource, config) => new CorrectionClaims(dataSource, config),
    makeHeadway: (claims, correction) => claims.recordAnswer(correction, ANSWER),
    store: async (db, accountId) =>
      insert(db, 'correction', {
        account_id: accountId,
        analysis_id: await storeCall(db, accountId),
        is_scenario: false,
        base_version: 1,
        version: 2,
        changes: '{}',
        swap_roles: false,
        speakers: '{}',
        edited_segments: 0,
        reviewer_id: 'mara',
        via: 'api_key',
        principal_id: 'key',
      }),
  }),
  tableOf({
    table: 'engine_trial_item',
    lane: TRIAL_LANE,
    asksNone: 'is_scenario = true',
    open: (dataSource, config) => new TrialItemClaims(dataSource, config),
    makeHeadway: (claims, item) =>
      claims.recordCheckpoint(null, item, 'analyse', 0, {}, { stage: 'analysing', percent: 20 }),
    store: async (db, accountId) =>
      insert(db, 'engine_trial_item', {
        account_id: accountId,
        trial_id: await storeTrial(db, accountId),
        analysis_id: await storeCall(db, accountId),
        task: 'analysis',
        engine: 'analysis',
      }),
  }),
  tableOf({
    table: 'call_redaction',
    lane: CALL_REDACTION_LANE,
    asksNone: 'is_scenario = true',
    open: (dataSource, config) => new CallRedactionClaims(dataSource, config),
    makeHeadway: (claims, redaction) => claims.recordAnswer(redaction, { version: 1, maskings: 1, answer: ANSWER }),
    store: async (db, accountId) =>
      insert(db, 'call_redaction', {
        account_id: accountId,
        analysis_id: await storeCall(db, accountId),
        is_scenario: false,
        wanted: '{}',
        is_text_masked: false,
        delivered_before: '{}',
      }),
  }),
  tableOf({
    table: 'export',
    lane: EXPORT_LANE,
    asksNone: null,
    open: (dataSource, config) => new ExportClaims(dataSource, config),
    makeHeadway: (claims, work) => claims.recordHeadway(work, { rows: 1, bytes: 1, asOf: new Date() }),
    store: (db, accountId) =>
      insert(db, 'export', { account_id: accountId, rows_of: 'analyses', format: 'csv', filter: '{}' }),
  }),
  tableOf({
    table: 'batch_manifest',
    lane: MANIFEST_LANE,
    final: "status = 'failed'",
    asksNone: null,
    open: (dataSource, config) => new ManifestClaims(dataSource, config),
    makeHeadway: null,
    async store(db, accountId) {
      const batch = { account_id: accountId, defaults: '{}', on_quota: 'wait', status: 'reading' };
      const id = await insert(db, 'batch', batch);
      return insert(db, 'batch_manifest', { id, account_id: accountId, url: 'http://manifest/', format: 'csv' });
    },
  }),
];

async function insert(db: pg.Pool, table: string, row: Readonly<Record<string, unknown>>): Promise<string> {
  const whole = { id: randomUUID(), livemode: true, request_id: 'r', ...row };
  const places = Object.keys(whole).map((_, index) => `$${index + 1}`);
  await db.query(
    `INSERT INTO ${table} (${Object.keys(whole).join(', ')}) VALUES (${places.join(', ')})`,
    Object.values(whole),
  );
  return whole.id;
}
