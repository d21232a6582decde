// Jobs at a vendor on real Postgres: a worker that dies at any step, two that work at once, and a call that is deleted meanwhile.
import { rm } from 'node:fs/promises';
import type { DataSource } from 'typeorm';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { AssemblyAiSpeechToText } from '../../../src/adapters/assemblyai/assemblyai.speech-to-text.js';
import { VendorClient } from '../../../src/adapters/vendor/vendor-client.js';
import { VendorJobRows } from '../../../src/calls/claims/vendor-job-rows.js';
import { Semaphore } from '../../../src/platform/concurrency/semaphore.js';
import { ProviderCalls } from '../../../src/platform/operations/provider-calls.js';
import type { AudioDecoder } from '../../../src/ports/audio-decoder.js';
import { type VendorJobs, VendorJobsLink } from '../../../src/ports/vendors/vendor-jobs.js';
import { ClaimLost } from '../../../src/work/claim.js';
import { makeRecording, type Recording } from '../../support/audio/recording.js';
import { type ClaimableCalls, startClaimableCalls } from '../../support/builders/claimable-calls.js';
import {
  type AssemblyAiOptions,
  type AssemblyAiStub,
  assemblyAiTranscript,
  startAssemblyAi,
} from '../../support/stubs/assemblyai-contract.js';

const TRANSCRIPT = assemblyAiTranscript([{ text: 'Hello.', start: 100, end: 500, confidence: 0.9, speaker: null }]);
const MINUTES_AGO = (minutes: number) => `sent_at = sent_at - interval '${minutes} minutes'`;

let calls: ClaimableCalls;
let dataSource: DataSource;
let recording: Recording;
beforeAll(async () => {
  calls = await startClaimableCalls();
  ({ dataSource } = calls);
  recording = await makeRecording(2_000);
});
afterAll(async () => {
  await calls?.close();
  await rm(recording.dir, { recursive: true });
});

const provider = new ProviderCalls();
const link = new VendorJobsLink();
const rowsOfJobs = () => new VendorJobRows(dataSource, provider, link);
const change = (set: string) => dataSource.query(`UPDATE vendor_job SET ${set}`);
const rows = (): Promise<Record<string, unknown>[]> => dataSource.query('SELECT * FROM vendor_job ORDER BY created_at');

/** A worker that dies where it has come to the given step: before, or after it. */
class Killed extends Error {}
function dyingAt(jobs: VendorJobs, step: string, when: 'before' | 'after'): VendorJobs {
  return new Proxy(jobs, {
    get(target, name) {
      const own: unknown = Reflect.get(target, name);
      if (name !== step || typeof own !== 'function') return typeof own === 'function' ? own.bind(target) : own;
      return async (...given: unknown[]) => {
        if (when === 'before') throw new Killed();
        await own.apply(target, given);
        throw new Killed();
      };
    },
  });
}

function workerOf(stub: AssemblyAiStub, jobs: VendorJobs = rowsOfJobs()) {
  const client = new VendorClient({
    baseUrl: stub.baseUrl,
    authorization: '0123456789abcdef0123456789abcdef',
    gate: new Semaphore(4),
  });
  onTestFinished(() => client.close());
  const model = 'universal-2';
  const unused = {} as AudioDecoder;
  const options = { client, decoder: unused, model, jobs: () => jobs, uploadFormat: 'wav', pollMs: 1 } as const;
  return new AssemblyAiSpeechToText(options);
}

const onCall = <T>(analysisId: string, work: () => Promise<T>) =>
  provider.caller.run({ purpose: 'analysis', accountId: calls.account, livemode: true, analysisId }, work);
const hear = (id: string, worker: AssemblyAiSpeechToText) =>
  onCall(id, () => worker.transcribe(recording.piece(), recording.options()));
const forget = (id: string, worker: AssemblyAiSpeechToText) =>
  onCall(id, () => worker.forget(recording.piece(), recording.options()));

async function begin(options: AssemblyAiOptions = {}) {
  await dataSource.query('DELETE FROM vendor_job');
  return { id: await calls.accept(), stub: await startAssemblyAi({ transcript: TRANSCRIPT, ...options }) };
}

describe('a worker that is killed', () => {
  it.each([
    ['before it records the upload', 'keepUpload', 'before', 0],
    ['after it has recorded the upload', 'keepUpload', 'after', 0],
    ['before it records that it requests the job', 'keepSending', 'before', 0],
    ['after that, before it requests the job', 'keepSending', 'after', 6],
    ['after the answer, before it keeps the id', 'keepId', 'before', 0],
    ['after it has kept the id', 'keepId', 'after', 0],
  ] as const)('%s: the next one hears the same job, paid once', async (_, step, when, minutes) => {
    const { id, stub } = await begin();
    await expect(hear(id, workerOf(stub, dyingAt(rowsOfJobs(), step, when)))).rejects.toThrow(Killed);
    await change(MINUTES_AGO(minutes));
    const { segments } = await hear(id, workerOf(stub));
    expect(segments.map(({ text }) => text)).toEqual(['Hello.']);
    expect(stub.jobs, 'jobs that are paid for').toHaveLength(1);
    expect(stub.refused).toEqual([]);
  });

  it.each([
    ['the answer to the request is lost', { method: 'POST', path: '/v2/transcript' }, {}],
    [
      'the answer is lost, and the list shows the job late',
      { method: 'POST', path: '/v2/transcript' },
      { listedAfter: 3 },
    ],
    ['the job has ended and its words are on their way', { method: 'GET', path: /^\/v2\/transcript\/./ }, {}],
  ])('while %s: the same', async (_, lost, options) => {
    let isLost = true;
    const { id, stub } = await begin({
      ...options,
      instead: ({ method, path }) => {
        if (!isLost || method !== lost.method || !path.match(lost.path)) return undefined;
        isLost = false;
        return { fault: 'reset' };
      },
    });
    await expect(hear(id, workerOf(stub))).rejects.toThrow('could not be reached');
    expect((await hear(id, workerOf(stub))).segments, 'segments').toHaveLength(1);
    expect(stub.jobs, 'jobs that are paid for').toHaveLength(1);
  });

  it('after the piece was heard and before it is stored: the words are read again, and nothing is paid', async () => {
    const { id, stub } = await begin();
    const first = await hear(id, workerOf(stub));
    expect(await hear(id, workerOf(stub))).toEqual(first);
    expect([stub.uploads.length, stub.jobs.length]).toEqual([1, 1]);
  });
});

it('two workers at the same piece request one job', async () => {
  const { id, stub } = await begin();
  const hearings = [1, 2, 3].map(() => hear(id, workerOf(stub)));
  const { segments } = await Promise.any(hearings);
  await Promise.allSettled(hearings);
  expect(segments, 'segments').toHaveLength(1);
  expect(stub.jobs, 'jobs that are paid for').toHaveLength(1);
});

it('one of two workers that have read the same row requests the job, and only it withdraws that', async () => {
  const { id } = await begin();
  await onCall(id, async () => {
    const [jobs, key] = [rowsOfJobs(), { engine: 'a', fingerprint: 'b' }];
    await jobs.keepUpload(key, 'http://upload/');
    const sent = [await jobs.keepSending(key, 0), await jobs.keepSending(key, 0), await jobs.keepSending(key, 1)];
    expect(sent, 'whether each may send').toEqual([true, false, true]);
    await jobs.withdraw(key, 1);
    expect(await jobs.find(key)).toMatchObject({ sends: 2, sentMsAgo: expect.any(Number) });
    await jobs.withdraw(key, 2);
    expect(await jobs.find(key)).toMatchObject({ sends: 2, sentMsAgo: null });
  });
});

it('a job belongs to its call, its piece and its options', async () => {
  const { id, stub } = await begin();
  const worker = workerOf(stub);
  await hear(id, worker);
  await hear(await calls.accept(), worker);
  await onCall(id, () => worker.transcribe(recording.piece({ startMs: 500 }), recording.options()));
  await onCall(id, () => worker.transcribe(recording.piece(), recording.options({ language: 'en' })));
  expect(stub.jobs, 'jobs').toHaveLength(4);
});

describe('what AssemblyAI keeps', () => {
  const sweep = (stub: AssemblyAiStub) => workerOf(stub).sweep(new AbortController().signal);
  const isDeleted = ({ jobs }: AssemblyAiStub) => jobs.map(({ audio_url }) => audio_url === 'http://deleted_by_user');
  const endCall = (id: string, set: string) => calls.change(id, `${set}, settled_at = now()`);

  it.each([
    ['a call that was deleted', 'keepId', 'after', true],
    ['a call that was deleted before the id of its job was kept', 'keepId', 'before', true],
    ['a call that goes on', 'keepId', 'after', false],
  ] as const)('of %s', async (_, step, when, deletes) => {
    const { id, stub } = await begin({ reads: 0 });
    await expect(hear(id, workerOf(stub, dyingAt(rowsOfJobs(), step, when)))).rejects.toThrow(Killed);
    for (const job of stub.jobs) job.status = 'completed';
    if (deletes) await dataSource.query('DELETE FROM analysis WHERE id = $1', [id]);
    await sweep(stub);
    expect(isDeleted(stub)).toEqual([deletes]);
    expect(await rows(), 'rows of jobs').toHaveLength(deletes ? 0 : 1);
  });

  it.each([
    ['a completed call', "status = 'completed'", 2, true],
    ['a call that has just completed', "status = 'completed'", 0, false],
    ['a failed call, which may be started again', "status = 'failed'", 2, false],
    ['a failed call without its recording', "status = 'failed', storage_key = NULL", 2, true],
  ])('of a piece that a killed worker did not forget: %s', async (_, set, days, deletes) => {
    const { id, stub } = await begin();
    await hear(id, workerOf(stub));
    await endCall(id, set);
    await change(MINUTES_AGO(days * 24 * 60));
    await sweep(stub);
    expect(isDeleted(stub)).toEqual([deletes]);
  });

  it('of a stored piece, which is forgotten, and not before', async () => {
    const { id, stub } = await begin();
    await hear(id, workerOf(stub));
    await sweep(stub);
    expect(isDeleted(stub)).toEqual([false]);
    await forget(id, workerOf(stub));
    await sweep(stub);
    expect([isDeleted(stub), await rows()]).toEqual([[true], []]);
  });

  it('is given up where the vendor has deleted it by itself for long', async () => {
    const { id, stub } = await begin({ reads: 9 });
    await expect(hear(id, workerOf(stub, dyingAt(rowsOfJobs(), 'keepId', 'after')))).rejects.toThrow(Killed);
    await forget(id, workerOf(stub));
    await sweep(stub);
    expect(await rows(), 'rows of jobs that cannot be deleted yet').toMatchObject([{ tried_at: expect.any(Date) }]);
    await change("created_at = created_at - interval '36 days'");
    await sweep(stub);
    expect(await rows(), 'rows of jobs').toEqual([]);
  });
});

it('nothing is requested for a call that is gone, or for none', async () => {
  const { id, stub } = await begin();
  await dataSource.query('DELETE FROM analysis WHERE id = $1', [id]);
  await expect(hear(id, workerOf(stub))).rejects.toThrow(ClaimLost);
  await expect(workerOf(stub).transcribe(recording.piece(), recording.options())).rejects.toThrow('without a call');
  expect(stub.jobs, 'jobs').toEqual([]);
});

it('opens the link of the engines when the application starts', () => {
  expect(() => link.get()).toThrow('No store');
  const jobs = rowsOfJobs();
  jobs.onModuleInit();
  expect(link.get()).toBe(jobs);
});
