// Kills a worker with SIGKILL at each step of a job at a vendor. The next worker hears the same job, and nothing is paid twice.
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { casesOf } from '../gates/cases-of.js';
import { until } from '../support/apps/running-service.js';
import { recordedCall } from '../support/builders/scripted-call.js';
import { type Fleet, startFleet } from '../support/processes/fleet.js';
import { Gate } from '../support/processes/gate.js';
import { holdWrites } from '../support/processes/hold-writes.js';
import { endLeases } from '../support/processes/leases.js';
import { assemblyAiTranscript, startAssemblyAi } from '../support/stubs/assemblyai-contract.js';
import type { VendorStubRequest } from '../support/stubs/vendor-stub.js';

const HELLO = { text: 'Thank you for calling.', start: 1100, end: 3000, confidence: 0.9, speaker: null };
/** A key as AssemblyAI makes them. */
const KEY = '0123456789abcdef0123456789abcdef';
const RECORDING = recordedCall();
/** One for each party. */
const JOBS = 2;

let fleet: Fleet | undefined;
afterAll(() => fleet?.close());

it('completes each call with two jobs, wherever its worker is killed', async () => {
  const gate = new Gate();
  let held: (request: VendorStubRequest) => boolean = () => false;
  const stub = await startAssemblyAi({
    transcript: assemblyAiTranscript([HELLO]),
    instead: (request) => (held(request) ? gate.pass() : undefined),
  });
  const engine = { task: 'transcription', provider: 'assemblyai', base_url: stub.baseUrl, model: 'universal-3-pro' };
  const file = join(tmpdir(), `engines-${randomUUID()}.json`);
  await writeFile(file, JSON.stringify({ engines: { centre: { ...engine, api_key_env: 'VENDOR_KEY' } } }));
  const running = await startFleet({ TRANSCRIPTION_ENGINE: 'auto', ENGINES_FILE: file, VENDOR_KEY: KEY });
  fleet = running;
  let [, worker] = await Promise.all([running.start('api'), running.start('worker')]);
  await running.open();
  const at = (method: string, path: RegExp) => (request: VendorStubRequest) =>
    request.method === method && path.test(request.path);

  const replace = async () => {
    await endLeases(running.db);
    worker = await running.start('worker');
  };
  const killAtRequest = async (where: (request: VendorStubRequest) => boolean) => {
    held = where;
    gate.close();
    const id = await running.submit({ recording: RECORDING });
    await until(async () => gate.waiting > 0, 'the request that is held');
    await worker.kill();
    held = () => false;
    gate.open();
    await replace();
    return id;
  };
  const killAtWrite = async (write: number) => {
    const id = await running.submit({ recording: RECORDING });
    for (let each = 1; ; each++) {
      const hold = await holdWrites(running.db, 'vendor_job');
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

  // The first two are those that could pay twice.
  const kills = [
    ['before the id is kept', () => killAtWrite(3)],
    ['during the request', () => killAtRequest(at('POST', /transcript$/))],
    ['during the upload', () => killAtRequest(at('POST', /upload$/))],
    ['before the upload is recorded', () => killAtWrite(1)],
    ['before the request is recorded', () => killAtWrite(2)],
    ['before the stored piece is forgotten', () => killAtWrite(4)],
    ['during the polling', () => killAtRequest(at('GET', /transcript\/./))],
  ] as const;
  for (const [what, kill] of kills.slice(0, casesOf(kills.length, 2))) {
    const before = stub.jobs.length;
    const id = await kill();
    const done = await running.finished(id);
    expect(done.metadata.error_message, what).toBeNull();
    expect(stub.jobs.length - before, `jobs of a call whose worker was killed ${what}`).toBe(JOBS);
  }
  await until(
    async () => (await running.db.query('SELECT 1 FROM vendor_job')).rowCount === 0,
    'the copies to be deleted',
    120_000,
  );
  expect(stub.jobs.filter(({ audio_url }) => audio_url !== 'http://deleted_by_user')).toEqual([]);
  expect(stub.refused).toEqual([]);
  await running.expectInvariants();
}, 600_000);
