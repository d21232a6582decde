// Plays the table of faults through the library of each language.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, type TestContext } from 'vitest';
import { driversOf, stopAllDrivers } from '../../clients/conformance/driver-pool.js';
import { LANGUAGES, type Language } from '../../clients/conformance/driver-process.js';
import { CREDENTIAL, faultsOf } from '../../clients/conformance/expectation.js';
import type { FaultCase } from '../../clients/conformance/fault-case.js';
import { startFaultServer } from '../../clients/conformance/fault-server.js';
import { checkAnswer } from '../support/responses.js';

const cases: readonly FaultCase[] = JSON.parse(readFileSync('clients/conformance/faults.json', 'utf8'));

const CLIENT = { api_key: CREDENTIAL, timeout_ms: 5_000, stream_timeout_ms: 1_500, max_retries: 3 };

const folder = mkdtempSync(join(tmpdir(), 'call-analysis-faults-'));
const recordings = new Map<number, string>();

afterAll(async () => {
  await stopAllDrivers();
  rmSync(folder, { recursive: true });
});

describe.concurrent('The table of faults', () => {
  for (const language of LANGUAGES)
    it(`${language}: builds with the strict checks of its language`, (context) => readyDrivers(language, context));
  for (const test of cases)
    for (const language of LANGUAGES) it(`${language}: ${test.name}`, (context) => play(language, test, context));
});

async function play(language: Language, test: FaultCase, context: TestContext): Promise<void> {
  const pool = await readyDrivers(language, context);
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
