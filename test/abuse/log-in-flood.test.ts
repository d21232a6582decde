// Many log-ins during uploads: password hashes must not starve other requests of CPU time.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silence, wav } from '../support/audio-fixtures.js';
import { type Fleet, startFleet } from '../support/fleet.js';
import { until } from '../support/running-service.js';

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

  const uploadAll = async () => {
    const startedAt = performance.now();
    const answers = await Promise.all(
      Array.from({ length: UPLOADS }, () => fleet.post({ recording: RECORDING, webhook: false })),
    );
    await expect(answers).toAnswerEach(Array(UPLOADS).fill(201));
    return performance.now() - startedAt;
  };

  it('are turned away past a bound, and uploads and reads go on', async () => {
    const alone = await uploadAll();
    const refusals = new Map<number, number>();
    const reads: number[] = [];
    let over = false;
    const guess = async (number: number) => {
      while (!over) {
        const response = await fetch(`${fleet.rootUrl}/api/v1/auth/login`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ email: `guess-${number}@example.com`, password: 'a guess' }),
        });
        await response.arrayBuffer();
        refusals.set(response.status, (refusals.get(response.status) ?? 0) + 1);
      }
    };
    const read = async () => {
      while (!over) {
        const startedAt = performance.now();
        await expect(await fleet.ask('/users/me')).toAnswer(200);
        reads.push(performance.now() - startedAt);
      }
    };
    const others = [...Array.from({ length: LOG_INS }, (_, number) => guess(number)), read()];
    const flooded = await uploadAll();
    await until(async () => refusals.size > 1, 'log-ins that were checked, and log-ins that were turned away');
    over = true;
    await Promise.all(others);
    expect([...refusals.keys()].sort()).toEqual([401, 429]);
    expect(reads.length).toBeGreaterThan(0);
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
