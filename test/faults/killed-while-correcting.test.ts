// Kills a worker with SIGKILL at every step of a correction. What it leaves is the old version whole or the new one, never a
// mixture; the next worker makes the new one once. CORRECTION_KILLS sets how many are killed.
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../support/apps/running-service.js';
import { randomFrom } from '../support/audio/audio-fixtures.js';
import { heard, storeAccount, storeCall, storeCard, storeOrder } from '../support/builders/evaluated-calls.js';
import { storeCorrection } from '../support/builders/stored-corrections.js';
import { type Fleet, type FleetProcess, startFleet } from '../support/processes/fleet.js';
import { Gate } from '../support/processes/gate.js';
import { holdWrites } from '../support/processes/hold-writes.js';
import { endLeases } from '../support/processes/leases.js';

/** Where the worker stands when it is killed, and how often the analyst is asked in all. */
const POINTS = [
  { name: 'while the analyst is asked', table: null, asks: 2 },
  { name: 'while the answer of the analyst is kept', table: 'correction_checkpoint', asks: 2 },
  { name: 'while the old version is kept', table: 'transcript_version', asks: 1 },
  { name: 'while the new version is written', table: 'analysis_payload', asks: 1 },
  { name: 'while evaluations are superseded', table: 'evaluation', asks: 1 },
  { name: 'while the notification is recorded', table: 'webhook_delivery', asks: 1 },
] as const;
const KILLS = Number(process.env.CORRECTION_KILLS ?? POINTS.length + 1);
const SEED = Number(process.env.SEED ?? 1);
/** In turn, and one at a random moment. */
const EACH = Array.from({ length: KILLS }, (_, at) => {
  const point = POINTS[at % (POINTS.length + 1)];
  return { kill: at + 1, point, name: point?.name ?? 'at a random moment' };
});
/** About as long as a correction takes. */
const MAX_RANDOM_WAIT_MS = 400;

const STATE = `
  SELECT p.transcript_version AS version, p.transcript::json ->> 'version' AS transcript, p.words::json ->> 'version' AS words,
    split_part(p.transcript::json ->> 'text', ':', 1) AS first,
    p.metrics::json ->> 'talk_ratio' AS ratio, p.engine::json ->> 'analysis' AS analyst,
    ARRAY(SELECT version || ' ' || split_part(v.transcript::json ->> 'text', ':', 1) || ' ' || (v.metrics::json ->> 'talk_ratio')
      FROM transcript_version v WHERE v.analysis_id = p.analysis_id) AS before,
    (SELECT count(*) FROM evaluation e WHERE e.analysis_id = p.analysis_id AND superseded)::int AS superseded,
    (SELECT count(*) FROM evaluation e WHERE e.analysis_id = p.analysis_id AND NOT superseded)::int AS current,
    (SELECT count(*) FROM webhook_delivery d WHERE d.analysis_id = p.analysis_id AND d.event = 'analysis.corrected')::int AS told,
    (SELECT status FROM correction c WHERE c.analysis_id = p.analysis_id) AS status
  FROM analysis_payload p WHERE p.analysis_id = $1`;
const OLD = {
  version: 1,
  transcript: '1',
  words: '1',
  first: 'Agent',
  ratio: '0.62',
  analyst: 'x',
  before: [],
  superseded: 0,
  current: 1,
  told: 0,
  status: 'processing',
};
const NEW = {
  version: 2,
  transcript: '2',
  words: '2',
  first: 'Customer',
  ratio: '0.38',
  analyst: 'compatible:gpt-6-luna',
  before: ['1 Agent 0.62'],
  superseded: 1,
  current: 1,
  told: 1,
  status: 'completed',
};

describe(`a worker killed ${KILLS} times while it corrects a transcript (SEED=${SEED})`, () => {
  const analyst = new Gate();
  const random = randomFrom(SEED);
  let fleet: Fleet;
  let worker: FleetProcess;
  let account: string;
  let card: string;

  beforeAll(async () => {
    fleet = await startFleet({}, { chat: () => analyst.pass() });
    worker = await fleet.start('worker');
    account = await storeAccount(fleet.db);
    card = await storeCard(fleet.db, account, [heard('spoken')]);
  });
  afterAll(async () => {
    analyst.open();
    await fleet?.close();
  });

  const stateOf = async (call: string) => (await fleet.db.query(STATE, [call])).rows[0];
  const settled = (table: 'correction' | 'evaluation', id: string) =>
    until(async () => {
      const { rows } = await fleet.db.query(`SELECT status FROM ${table} WHERE id = $1`, [id]);
      return rows[0]?.status !== 'processing' && rows[0];
    }, `${table} ${id}`);
  const asks = () => fleet.provider.requests.filter(({ path }) => path === '/chat/completions').length;

  async function storeJudgedCall(): Promise<string> {
    const call = await storeCall(fleet.db, account, { webhookUrl: fleet.receiver.url });
    await fleet.db.query("UPDATE analysis SET webhook_events = '{analysis.corrected}' WHERE id = $1", [call]);
    await settled('evaluation', await storeOrder(fleet.db, account, call, card, { judge: '' }));
    return call;
  }

  /** Kills the worker when it has reached the point of this correction. */
  async function killAt(point: (typeof POINTS)[number], call: string): Promise<string> {
    if (point.table === null) {
      analyst.close();
      const id = await storeCorrection(fleet.db, account, call);
      await until(async () => analyst.waiting > 0, 'the request to the analyst');
      await worker.kill();
      analyst.open();
      return id;
    }
    const held = await holdWrites(fleet.db, point.table);
    const id = await storeCorrection(fleet.db, account, call);
    await held.reached();
    await worker.kill();
    await held.releaseAndDropWaiters();
    return id;
  }

  async function killAtRandom(call: string): Promise<string> {
    const id = await storeCorrection(fleet.db, account, call);
    await until(async () => {
      const { rows } = await fleet.db.query('SELECT fence FROM correction WHERE id = $1', [id]);
      return rows[0]?.fence > 0;
    }, 'the claim');
    await pause(random() * MAX_RANDOM_WAIT_MS);
    await worker.kill();
    return id;
  }

  async function expectNew(call: string, id: string): Promise<void> {
    await endLeases(fleet.db);
    worker = await fleet.start('worker');
    await settled('correction', id);
    expect(await stateOf(call), 'after the next worker').toEqual(NEW);
    const { rows } = await fleet.db.query('SELECT 1 FROM correction_checkpoint WHERE correction_id = $1', [id]);
    expect(rows, 'checkpoints that are left').toEqual([]);
  }

  it.each(EACH)(
    'kill $kill, $name: one version is left whole, and the new one is made once [fault 104]',
    async ({ point }) => {
      const call = await storeJudgedCall();
      const before = asks();
      expect(await stateOf(call)).toMatchObject({ ...OLD, status: null });
      const id = await (point ? killAt(point, call) : killAtRandom(call));
      const left = await stateOf(call);
      // A kill at a random moment may come before the commit or after it.
      expect(left, 'after the kill').toEqual(point === undefined && left.version === 2 ? NEW : OLD);
      await expectNew(call, id);
      if (point) expect(asks() - before, 'requests to the analyst').toBe(point.asks);
    },
  );
});
