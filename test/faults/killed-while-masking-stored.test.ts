// Kills a worker with SIGKILL at every step of the masking of a stored call. What it leaves is the call as it was accepted,
// masked and without a recording, or the call as it is meant to be; the next worker brings it there, once.
import { access, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../support/apps/running-service.js';
import { segmentsOf } from '../support/audio/segments.js';
import { toWav } from '../support/audio/wav.js';
import { heard, storeCall, storeCard, storeOrder } from '../support/builders/evaluated-calls.js';
import { CALL_LINES, CLEAR_TRANSCRIPT } from '../support/builders/judged-call.js';
import { columnsWith } from '../support/builders/planted-words.js';
import { accountIdOf } from '../support/builders/published-form.js';
import { type Fleet, type FleetProcess, startFleet } from '../support/processes/fleet.js';
import { Gate } from '../support/processes/gate.js';
import { holdWrites } from '../support/processes/hold-writes.js';
import { endLeases } from '../support/processes/leases.js';

/** The tables that the worker waits to write when it is killed. */
const POINTS = [
  { name: 'while the analyst is asked', table: null },
  { name: 'while the answer of the analyst is kept', table: 'call_redaction' },
  { name: 'while the recording is put in its place', table: 'analysis' },
  { name: 'while the results are written', table: 'analysis_payload' },
  { name: 'while evaluations are deleted', table: 'evaluation' },
  { name: 'while the notification is recorded', table: 'webhook_delivery' },
] as const;

const CARD = '4111 1111 1111 1111';
const TRANSCRIPT = {
  ...CLEAR_TRANSCRIPT,
  segments: segmentsOf([...CALL_LINES, ['customer', `My card is ${CARD} by the way.`]], { words: true, pauseMs: 300 }),
};
const RECORDING = toWav(
  Int16Array.from({ length: 30 * 16_000 }, (_, i) => 6000 * Math.sin(i / 12) * Math.sin(i / 4000)),
  16_000,
);
const ENGINE = JSON.stringify({
  transcription: 'openai:gpt-transcribe',
  analysis: 'rules',
  grade: 'production',
  mean_confidence: 0.9,
  rules_version: '1',
});
const STATE = `
  SELECT c.status, p.redaction::json ->> 'status' AS redaction, a.storage_key, a.original_key, a.redacted_key,
    (SELECT count(*) FROM evaluation e WHERE e.analysis_id = a.id)::int AS evaluations,
    (SELECT count(*) FROM webhook_delivery d WHERE d.analysis_id = a.id AND d.event = 'analysis.redacted')::int AS told
  FROM analysis a JOIN analysis_payload p ON p.analysis_id = a.id JOIN call_redaction c ON c.analysis_id = a.id WHERE a.id = $1`;

describe('a worker killed while it masks a stored call', () => {
  const analyst = new Gate();
  let fleet: Fleet;
  let worker: FleetProcess;
  let account: string;
  let card: string;

  beforeAll(async () => {
    fleet = await startFleet({}, { chat: () => analyst.pass() });
    await fleet.start('api');
    await fleet.open();
    worker = await fleet.start('worker');
    account = await accountIdOf(fleet.db, fleet.account.email);
    card = await storeCard(fleet.db, account, [heard('spoken')]);
  });
  afterAll(async () => {
    analyst.open();
    await fleet?.close();
  });

  const stateOf = async (call: string) => (await fleet.db.query(STATE, [call])).rows[0];
  const pathOf = (key: string) => join(fleet.dataDir, 'objects', key);
  const isThere = (key: string) =>
    access(pathOf(key)).then(
      () => true,
      () => false,
    );
  const settled = (table: 'call_redaction' | 'evaluation', of: string) =>
    until(async () => {
      const { rows } = await fleet.db.query(`SELECT status FROM ${table} WHERE analysis_id = $1`, [of]);
      return rows.length > 0 && rows.every(({ status }) => status !== 'processing');
    }, `${table} of ${of}`);

  async function storeJudgedCall(): Promise<string> {
    const call = await storeCall(fleet.db, account, { webhookUrl: fleet.receiver.url, transcript: TRANSCRIPT });
    await fleet.db.query("UPDATE analysis SET webhook_events = '{analysis.redacted}' WHERE id = $1", [call]);
    await fleet.db.query('UPDATE analysis_payload SET engine = $2 WHERE analysis_id = $1', [call, ENGINE]);
    const path = pathOf(`recordings/${call}`);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, RECORDING);
    await storeOrder(fleet.db, account, call, card, { judge: '' });
    await settled('evaluation', call);
    return call;
  }

  async function redact(call: string): Promise<void> {
    await expect(await fleet.ask(`/analysis/${call}/redact`, { method: 'POST' })).toAnswer(200);
  }

  /** The recording is masked by the time the analyst is asked. */
  async function killAt(table: (typeof POINTS)[number]['table'], call: string): Promise<void> {
    analyst.close();
    await redact(call);
    await until(async () => analyst.waiting > 0, 'the request to the analyst');
    if (table === null) {
      await worker.kill();
      analyst.open();
      return;
    }
    const held = await holdWrites(fleet.db, table);
    analyst.open();
    await held.reached();
    await worker.kill();
    await held.releaseAndDropWaiters();
  }

  it.each(POINTS)(
    '$name: it goes on where it was, and nothing is read or done twice [fault 106]',
    async ({ table }) => {
      const call = await storeJudgedCall();
      await killAt(table, call);
      expect(await columnsWith(fleet.db, CARD), 'after the kill').toEqual([]);
      expect(await stateOf(call)).toMatchObject({
        status: 'processing',
        redaction: 'processing',
        storage_key: null,
        told: 0,
      });
      await endLeases(fleet.db);
      worker = await fleet.start('worker');
      await settled('call_redaction', call);
      await settled('evaluation', call);
      const after = await stateOf(call);
      expect(after).toEqual({
        status: 'completed',
        redaction: 'applied',
        storage_key: expect.stringMatching(/^recordings\//),
        original_key: null,
        redacted_key: null,
        evaluations: 1,
        told: 1,
      });
      expect(await isThere(after.storage_key), 'the masked recording').toBe(true);
      expect(await isThere(`recordings/${call}`), 'the original').toBe(false);
      expect(await columnsWith(fleet.db, CARD)).toEqual([]);
    },
  );
});
