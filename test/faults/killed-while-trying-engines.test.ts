// Kills a worker with SIGKILL in an engine trial. The next worker takes up the vendor's job, asks nothing again that was
// answered, and the trial ends with every item.
import { afterAll, expect, it } from 'vitest';
import type { EngineTrial } from '../../clients/typescript/src/index.js';
import { casesOf } from '../gates/cases-of.js';
import { until } from '../support/apps/running-service.js';
import { recordedCall, startScriptedProvider, TURNS } from '../support/builders/scripted-call.js';
import { enginesFile } from '../support/builders/tried-calls.js';
import { type Fleet, startFleet } from '../support/processes/fleet.js';
import { Gate } from '../support/processes/gate.js';
import { holdWrites } from '../support/processes/hold-writes.js';
import { endLeases } from '../support/processes/leases.js';
import { assemblyAiTranscript, startAssemblyAi } from '../support/stubs/assemblyai-contract.js';

const HELLO = { text: 'Thank you for calling.', start: 1100, end: 3000, confidence: 0.9, speaker: null };
const KEY = '0123456789abcdef0123456789abcdef';
/** One for each party. */
const JOBS = 2;

let fleet: Fleet | undefined;
afterAll(() => fleet?.close());

it('ends each trial with two jobs and each turn heard once, wherever its worker is killed', async () => {
  const gate = new Gate();
  let holdsPoll = false;
  const vendor = await startAssemblyAi({
    transcript: assemblyAiTranscript([HELLO]),
    instead: ({ method, path }) =>
      holdsPoll && method === 'GET' && /transcript\/./.test(path) ? gate.pass() : undefined,
  });
  const house = await startScriptedProvider();
  const ENGINES_FILE = await enginesFile(
    {
      house: {
        task: 'transcription',
        provider: 'openai',
        base_url: house.baseUrl,
        model: 'large-v3',
        api_key_env: 'HOUSE_KEY',
        concurrency: 1,
      },
      centre: {
        task: 'transcription',
        provider: 'assemblyai',
        base_url: vendor.baseUrl,
        model: 'universal-3-pro',
        api_key_env: 'VENDOR_KEY',
        offered: true,
      },
    },
    { transcription: 'house' },
  );
  const running = await startFleet({
    TRANSCRIPTION_ENGINE: 'auto',
    ENGINES_FILE,
    VENDOR_KEY: KEY,
    HOUSE_KEY: 'sk-stub',
  });
  fleet = running;
  let [, worker] = await Promise.all([running.start('api'), running.start('worker')]);
  await running.open();
  const call = await running.submit({ recording: recordedCall() });
  await running.finished(call);
  const replace = async () => {
    await worker.kill();
    await endLeases(running.db);
    worker = await running.start('worker');
  };
  const start = async () => {
    await running.db.query('DELETE FROM engine_trial_start');
    const answer = await running.ask('/engine-trials', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ task: 'transcription', engines: ['house', 'centre'], analysis_ids: [call] }),
    });
    await expect(answer).toAnswer(201);
    return answer.body.id;
  };
  const turnsAsked = () => house.requests.filter(({ path }) => path === '/audio/transcriptions').length;
  const killAtPoll = async () => {
    gate.close();
    holdsPoll = true;
    const id = await start();
    await until(async () => gate.waiting > 0, 'the poll that is held');
    await worker.kill();
    holdsPoll = false;
    gate.open();
    await replace();
    return id;
  };
  /** Kills it in a write that has not taken place. */
  const killAtWrite = async (table: string, write: number) => {
    const id = await start();
    for (let each = 1; ; each++) {
      const hold = await holdWrites(running.db, table);
      await hold.reached();
      if (each === write) {
        await worker.kill();
        await hold.releaseAndDropWaiters();
        break;
      }
      await hold.release();
    }
    await replace();
    return id;
  };
  const kills = [
    ['during the polling', killAtPoll],
    ['before a checkpoint', () => killAtWrite('engine_trial_checkpoint', 4)],
    ['before a sent request is recorded', () => killAtWrite('engine_trial_request', 2)],
    ['before its first checkpoint', () => killAtWrite('engine_trial_checkpoint', 1)],
    ['before the end of the trial', () => killAtWrite('engine_trial', 2)],
  ] as const;
  for (const [what, kill] of kills.slice(0, casesOf(kills.length, 2))) {
    const before = [vendor.jobs.length, turnsAsked()] as const;
    const id = await kill();
    const trial = await until(
      async () => {
        const { body } = await running.ask(`/engine-trials/${id}`);
        return body.status === 'processing' ? null : (body as object as EngineTrial);
      },
      `the trial whose worker was killed ${what}`,
      120_000,
    );
    expect(trial.counts, what).toEqual({ total: 2, completed: 2, failed: 0, skipped: 0 });
    expect(vendor.jobs.length - before[0], `jobs, killed ${what}`).toBe(JOBS);
    // One request may have been on its way, and a new process learns by a sample whether the server gives times.
    const asked = turnsAsked() - before[1];
    expect(asked, `turns, killed ${what}`).toBeGreaterThanOrEqual(TURNS.length);
    expect(asked, `turns, killed ${what}`).toBeLessThanOrEqual(TURNS.length + 3);
  }
  const { rows } = await running.db.query('SELECT count(*)::int AS left FROM engine_trial_checkpoint');
  expect(rows[0].left).toBe(0);
  expect(vendor.refused).toEqual([]);
  await running.expectInvariants();
}, 600_000);
