// Many log-ins during uploads: password hashes must not starve other requests of CPU time.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../support/apps/running-service.js';
import { silence, wav } from '../support/audio/audio-fixtures.js';
import { answerTo } from '../support/matchers/answers.js';
import { type Answer, type Fleet, startFleet } from '../support/processes/fleet.js';

/** Times are compared with `npm run test:faults:long` only, because they need an otherwise idle machine. */
const LONG = process.env.KILLS !== undefined;
const LOG_INS = 64;
const UPLOADS = 8;
const RECORDING = wav([silence((LONG ? 50 : 2) * 31_250)]);

describe('fault 81: log-ins by the dozen while recordings come in', () => {
  let fleet: Fleet;
  beforeAll(async () => {
    fleet = await startFleet();
    await fleet.start('api');
    await fleet.open();
  });
  afterAll(() => fleet?.close());

  /** A request that waits for a connection to Postgres for five seconds is answered with 503, as it may be on a slow machine, and
   *  is sent again. */
  const answerOf = (ask: () => Promise<Answer>) =>
    until(async () => {
      const answer = await ask();
      return answer.status !== 503 && answer;
    }, 'an answer other than 503');
  const uploadAll = async () => {
    const startedAt = performance.now();
    const answers = await Promise.all(
      Array.from({ length: UPLOADS }, () => answerOf(() => fleet.post({ recording: RECORDING, webhook: false }))),
    );
    await expect(answers).toAnswerEach(201);
    return performance.now() - startedAt;
  };

  it('are turned away past a bound, and uploads and reads go on [fault 81]', async () => {
    const alone = await uploadAll();
    /** The first of each status. */
    const refusals = new Map<number, object>();
    const reads: number[] = [];
    let over = false;
    const guess = async (number: number) => {
      while (!over) {
        const response = await fetch(`${fleet.rootUrl}/api/v1/auth/login`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ email: `guess-${number}@example.com`, password: 'a guess' }),
        });
        const { status } = response;
        const answer = answerTo('POST /auth/login', { status, text: await response.text() });
        if (!refusals.has(status)) refusals.set(status, answer);
      }
    };
    const read = async () => {
      while (!over) {
        const startedAt = performance.now();
        await expect(await answerOf(() => fleet.ask('/users/me'))).toAnswer(200);
        reads.push(performance.now() - startedAt);
      }
    };
    const others = [...Array.from({ length: LOG_INS }, (_, number) => guess(number)), read()];
    const flooded = await uploadAll();
    await until(
      async () => refusals.has(401) && refusals.has(429),
      'log-ins that were checked, and log-ins that were turned away',
    );
    over = true;
    await Promise.all(others);
    for (const answer of refusals.values()) await expect(answer).toAnswer([401, 429, 503]);
    expect(reads.length, 'reads beside the log-ins').toBeGreaterThan(0);
    if (LONG) {
      // The clients that guess run on this machine too and cost some of the lost speed.
      expect(flooded / alone).toBeLessThan(3);
      // Only the median: this process also sends the uploads, which delays its slowest reads. bench/get measures those from a
      // process of its own.
      expect(reads.sort((a, b) => a - b)[Math.floor(reads.length / 2)]).toBeLessThan(500);
    }
    const worker = await fleet.start('worker');
    await fleet.expectInvariants();
    expect(await worker.terminate(), 'exit code of the worker').toBe(0);
  });
});
