// The memory of the API process and the worker stays flat while they process a recording of 400 MB.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, openAccount, serviceEnvironment, until } from '../support/apps/running-service.js';
import { bytesOf, concat, interleave, noise, silence, voice, wavHeader } from '../support/audio/audio-fixtures.js';
import { providerSettings, startScriptedProvider } from '../support/builders/scripted-call.js';
import { freePort } from '../support/processes/free-port.js';
import { type ServiceProcess, startServiceProcess } from '../support/processes/service-process.js';
import type { OpenAiStub } from '../support/stubs/openai-stub.js';

const MIB = 1024 * 1024;
const RECORDING_BYTES = 400 * MIB;
const ALLOWED_GROWTH_BYTES = 100 * MIB;
const SAMPLE_RATE = 44_100;

const run = promisify(execFile);

/** Resident memory of a process; 0 after it has exited. */
async function residentBytes(pid: number): Promise<number> {
  if (process.platform !== 'linux') return Number((await run('ps', ['-o', 'rss=', '-p', String(pid)])).stdout) * 1024;
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024;
}

/** Measures the memory every 100 ms and keeps the highest value, until `stop` is called. */
function watchMemory(pid: number): { peak(): number; stop(): void } {
  let peak = 0;
  const measure = async () => {
    peak = Math.max(peak, await residentBytes(pid));
  };
  const timer = setInterval(() => void measure(), 100);
  return { peak: () => peak, stop: () => clearInterval(timer) };
}

/** Yields speech and long stretches of noise alternately, as stereo at 44.1 kHz: the recording is never whole in memory. */
function* longRecording(): Generator<Buffer> {
  yield wavHeader({ dataBytes: RECORDING_BYTES - 44, channels: 2, sampleRate: SAMPLE_RATE });
  const turn = concat(voice(1_500, { seed: 7, sampleRate: SAMPLE_RATE }), silence(1_000, SAMPLE_RATE));
  const spoken = bytesOf(interleave([turn, silence(2_500, SAMPLE_RATE)]));
  const hold = bytesOf(interleave([noise(10_000, 3, 1, SAMPLE_RATE), noise(10_000, 3, 2, SAMPLE_RATE)]));
  let left = RECORDING_BYTES - 44;
  for (let round = 0; left > 0; round++) {
    const block = round % 20 === 0 ? spoken : hold;
    yield block.subarray(0, left);
    left -= Math.min(left, block.length);
  }
}

describe('a recording of 400 MB', () => {
  let provider: OpenAiStub;
  let environment: Awaited<ReturnType<typeof serviceEnvironment>>;
  let api: ServiceProcess;
  let worker: ServiceProcess;
  let account: Account;

  beforeAll(async () => {
    provider = await startScriptedProvider();
    environment = await serviceEnvironment({ ...providerSettings(provider), PROCESS: 'api' });
    api = await startServiceProcess(environment.env);
    const workerEnv = { ...environment.env, PROCESS: 'worker', PORT: String(await freePort()) };
    worker = await startServiceProcess(workerEnv);
    account = await openAccount(`${environment.rootUrl}/api/v1`, environment.dataDir);
  });
  afterAll(async () => {
    await worker?.kill();
    await api?.kill();
    await provider?.close();
    await environment?.dispose();
  });

  it('is taken in and worked on with less than 100 MB above idle', async () => {
    const [apiPid, workerPid] = [api.child.pid ?? 0, worker.child.pid ?? 0];
    const idle = { api: await residentBytes(apiPid), worker: await residentBytes(workerPid) };
    const watched = { api: watchMemory(apiPid), worker: watchMemory(workerPid) };

    const boundary = 'a-boundary-of-our-own';
    const part = (head: string, body: string) =>
      `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${body}\r\n`;
    const opening = `${part('name="agent_id"', 'a')}${part('name="contact_id"', 'c')}--${boundary}\r\nContent-Disposition: form-data; name="audio_file"; filename="long.wav"\r\nContent-Type: audio/wav\r\n\r\n`;
    const answer = await request(`${environment.rootUrl}/api/v1/analysis`, {
      method: 'POST',
      headers: { 'x-api-key': account.liveKey, 'content-type': `multipart/form-data; boundary=${boundary}` },
      body: Readable.from(
        (function* () {
          yield Buffer.from(opening);
          yield* longRecording();
          yield Buffer.from(`\r\n--${boundary}--\r\n`);
        })(),
      ),
    });
    const accepted = JSON.parse(await answer.body.text());
    await expect(answer).toAnswer(201);
    expect(accepted.audio.size_bytes, 'bytes of the recording').toBe(RECORDING_BYTES);
    watched.api.stop();
    expect(watched.api.peak() - idle.api).toBeLessThan(ALLOWED_GROWTH_BYTES);

    const done = await until(async () => {
      const seen = await request(`${environment.rootUrl}/api/v1/analysis/${accepted.id}`, {
        headers: { 'x-api-key': account.liveKey },
      });
      const analysis = JSON.parse(await seen.body.text());
      return analysis.status === 'processing' ? null : analysis;
    }, 'the long recording');
    watched.worker.stop();
    expect(done.metadata.error_message).toBeNull();
    expect(done.call.duration_ms).toBe(Math.round(((RECORDING_BYTES - 44) / (4 * SAMPLE_RATE)) * 1000));
    expect(watched.worker.peak() - idle.worker).toBeLessThan(ALLOWED_GROWTH_BYTES);
    expect(provider.requests.map(({ path }) => path)).toContain('/audio/transcriptions');
    process.stdout.write(
      `400 MB: API +${Math.round((watched.api.peak() - idle.api) / MIB)} MiB, worker +${Math.round((watched.worker.peak() - idle.worker) / MIB)} MiB\n`,
    );
  });
});
