// Plays the table of faults and the story through the library of each language. [smoke]
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import { driversOf, stopAllDrivers } from '../../clients/conformance/driver-pool.js';
import { LANGUAGES, type Language } from '../../clients/conformance/driver-process.js';
import { CREDENTIAL, faultsOf } from '../../clients/conformance/expectation.js';
import type { FaultCase } from '../../clients/conformance/fault-case.js';
import { startFaultServer } from '../../clients/conformance/fault-server.js';
import { memoryOfUpload } from '../../clients/conformance/measure-memory.js';
import { notifiedEvents } from '../../clients/conformance/notified-events.js';
import { playStory } from '../../clients/conformance/play-story.js';
import type { StoryStep } from '../../clients/conformance/story-step.js';
import { hasOpenssl } from '../../clients/conformance/stranger-certificate.js';
import { mailedToken, serviceEnvironment } from '../support/apps/running-service.js';
import { checkAnswer } from '../support/clients/responses.js';
import { type ServiceProcess, startServiceProcess } from '../support/processes/service-process.js';

const cases: readonly FaultCase[] = JSON.parse(readFileSync('clients/conformance/faults.json', 'utf8'));

const story: readonly StoryStep[] = JSON.parse(readFileSync('clients/conformance/story.json', 'utf8'));
const RECORDING = resolve('samples/bad-call.ogg');

/** The cases of time-outs set shorter ones. */
const CLIENT = { api_key: CREDENTIAL, timeout_ms: 120_000, stream_timeout_ms: 120_000, max_retries: 3 };

const folder = mkdtempSync(join(tmpdir(), 'call-analysis-faults-'));
const recordings = new Map<number, string>();

afterAll(async () => {
  await stopAllDrivers();
  rmSync(folder, { recursive: true });
});

describe.concurrent('The table of faults', () => {
  for (const language of LANGUAGES)
    it(`${language}: builds with the strict checks of its language`, async (context) => {
      const { leftOut } = (await readyDrivers(language, context)).built;
      // Not a failure: the library works without the program of the check.
      if (leftOut.length > 0)
        console.warn(`${language}: not checked, because the program is missing: ${leftOut.join(', ')}`);
    });
  for (const test of [...cases, ...notifiedEvents()])
    for (const language of LANGUAGES) it(`${language}: ${test.name}`, (context) => play(language, test, context));
});

describe.concurrent('The story', () => {
  let environment: Awaited<ReturnType<typeof serviceEnvironment>> | null = null;
  let service: ServiceProcess | null = null;
  beforeAll(async () => {
    environment = await serviceEnvironment({ TRANSCRIPTION_ENGINE: 'pocketsphinx', ANALYSIS_ENGINE: 'rules' });
    service = await startServiceProcess(environment.env);
  });
  afterAll(async () => {
    await service?.kill();
    await environment?.dispose();
  });

  for (const language of LANGUAGES)
    it(`${language}: tells the story`, async (context) => {
      const pool = await readyDrivers(language, context);
      if (!environment) throw new Error('The service did not start');
      const { rootUrl, dataDir } = environment;
      const email = `${language}@example.com`;
      const known = {
        email,
        password: 'correct horse battery staple',
        unique: `story-${language}`,
        recording: RECORDING,
        recording_bytes: statSync(RECORDING).size,
      };
      const stage = {
        url: rootUrl,
        known,
        mailedToken: (page: 'verify-email' | 'reset-password') => mailedToken(dataDir, page, email),
      };
      const count = await pool.use((driver) => playStory(story, driver, stage));
      expect(count).toBeGreaterThanOrEqual(30);
    });
});

describe.concurrent('A recording of 500 MB', () => {
  const BYTES = 500 * 1024 * 1024;
  const MAX_RISE_BYTES = 64 * 1024 * 1024;
  const rows: string[] = [];
  const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MB`;
  afterAll(() => {
    if (rows.length > 0) console.info(`Memory of an upload of ${megabytes(BYTES)}\n${rows.sort().join('\n')}`);
  });

  for (const language of LANGUAGES)
    for (const form of ['form', 'parts'] as const)
      it(`${language}: is uploaded as ${form} with at most 64 MB of memory`, async (context) => {
        if (!existsSync('/proc/self/clear_refs')) return context.skip('this system has no /proc/PID/clear_refs');
        const { built } = await readyDrivers(language, context);
        const large = { path: join(folder, `large ${language} ${form}.wav`), bytes: BYTES };
        const file = await open(large.path, 'w');
        // Sparse: it takes no room on the disk.
        await file.truncate(BYTES);
        await file.close();
        const { beforeBytes, peakBytes, milliseconds } = await memoryOfUpload(built, form, large, RECORDING);
        const rise = peakBytes - beforeBytes;
        rows.push(
          `${language}, ${form}: ${megabytes(beforeBytes)} before, ${megabytes(peakBytes)} at the peak, +${megabytes(rise)}, ${milliseconds} ms`,
        );
        expect(rise).toBeLessThanOrEqual(MAX_RISE_BYTES);
      });
});

async function play(language: Language, test: FaultCase, context: TestContext): Promise<void> {
  const pool = await readyDrivers(language, context);
  if (test.tls && !(await hasOpenssl())) return context.skip('openssl does not run here');
  const server = await startFaultServer(test);
  try {
    const recording = recordingOf(test);
    await pool.use(async (driver) => {
      const request = {
        call: test.call,
        args: { ...test.args, ...(recording && { [test.args?.file === undefined ? 'stream' : 'file']: recording }) },
        client: { ...CLIENT, base_url: server.url, ...test.client },
        ...(test.options && { options: test.options }),
      };
      const startedAt = performance.now();
      const answer = await driver.ask(request);
      const tookMs = performance.now() - startedAt;
      const faults = faultsOf({ language, test, answer, server, tookMs, recording });
      if (faults.length > 0)
        throw new Error(`${faults.join('\n')}\nThe driver answered ${JSON.stringify(answer).slice(0, 600)}`);
      expect(driver.errors()).not.toContain(CREDENTIAL);
    });
    for (const { method, pathname, response, text } of server.ordinaryAnswers)
      checkAnswer(method, pathname, response, text);
  } finally {
    await server.close();
  }
}

async function readyDrivers(language: Language, context: TestContext) {
  const pool = await driversOf(language);
  if (typeof pool === 'string') return context.skip(`"${pool}" does not run here`);
  return pool;
}

/** The path of a recording of as many random bytes as the case asks for. */
function recordingOf({ args = {} }: FaultCase): string | null {
  const bytes = Number(args.file ?? args.stream ?? 0);
  if (bytes === 0) return null;
  const known = recordings.get(bytes);
  if (known) return known;
  const path = join(folder, `appel é ${bytes}.wav`);
  writeFileSync(path, randomBytes(bytes));
  recordings.set(bytes, path);
  return path;
}
