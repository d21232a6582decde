// A provider is in trouble for an hour, for a day, or for the time of the two outages that once failed every call.
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { until } from '../support/apps/running-service.js';
import { concat, silence, voice, wav } from '../support/audio/audio-fixtures.js';
import { type Fleet, startFleet } from '../support/processes/fleet.js';
import { refuse, type StubAnswer } from '../support/stubs/openai-stub.js';

const LONG = process.env.KILLS !== undefined;
const CALLS = LONG ? 500 : 40;
const WORKERS = LONG ? 4 : 2;
const SLOTS = 4;
const MINUTE_MS = 60_000;
const ALL_MS = 300_000 + CALLS * 2_000;
/** One turn of one party: one piece. */
const SHORT_CALL = wav([concat(silence(300), voice(2_200), silence(300)), silence(2_800)]);

let fleet: Fleet;
let answer: StubAnswer | undefined;

beforeEach(async () => {
  answer = undefined;
  fleet = await startFleet(
    {
      WORKER_CONCURRENCY: String(SLOTS),
      PROVIDER_CONCURRENCY: '4',
      LOG_LEVEL: 'warn',
      ANALYSIS_ENGINE: 'rules',
    },
    { transcribe: () => answer },
  );
  await fleet.start('api');
  await fleet.open();
});
afterEach(async () => {
  await fleet.close();
});

const startWorkers = (count: number, env: Readonly<Record<string, string>> = {}) =>
  Promise.all(Array.from({ length: count }, () => fleet.start('worker', env)));
const submit = async (count: number) => {
  const ids: string[] = [];
  while (ids.length < count) {
    const batch = Array.from({ length: Math.min(10, count - ids.length) }, () =>
      fleet.submit({ recording: SHORT_CALL, webhook: false }),
    );
    ids.push(...(await Promise.all(batch)));
  }
  return ids;
};
const asked = () => fleet.providerRequests('/audio/transcriptions');
const first = async <Row extends object>(sql: string) => (await fleet.db.query<Row>(sql)).rows[0];
const paused = async () => (await first<{ n: number }>('SELECT count(since)::int AS n FROM engine_pause'))?.n === 1;
const countOf = async (status: string) =>
  (await first<{ n: number }>(`SELECT count(*)::int AS n FROM analysis WHERE status = '${status}'`))?.n ?? 0;
/** Failures that were counted against calls. */
const burnt = async () =>
  (await first<{ n: number }>('SELECT coalesce(sum(provider_failures), 0)::int AS n FROM analysis'))?.n;

/** As if this time had passed, by the clock that decides: that of Postgres. */
async function pass(ms: number): Promise<void> {
  const back = `interval '${ms} milliseconds'`;
  await fleet.db.query(
    `UPDATE engine_pause SET since = since - ${back}, paused_until = paused_until - ${back},
       probe_until = probe_until - ${back}, success_at = success_at - ${back}, other_success_at = other_success_at - ${back}`,
  );
  await fleet.db.query(
    `UPDATE analysis SET created_at = created_at - ${back}, run_after = run_after - ${back},
       failing_since = failing_since - ${back}, last_failed_at = last_failed_at - ${back} WHERE status = 'processing'`,
  );
}

describe('a provider that is away', () => {
  it(
    'for an hour with calls queued: probes alone are sent, none fails, no attempt is burnt, all are completed [settled 1, fault 73]',
    async () => {
      await startWorkers(WORKERS);
      answer = refuse(503, 'Away');
      const startedAt = performance.now();
      const ids = await submit(CALLS);
      await until(paused, 'the pause');
      for (let minutes = 0; minutes < 60; minutes += 5) {
        const before = asked();
        await pass(5 * MINUTE_MS);
        await until(async () => asked() > before, 'a probe');
      }
      // One request of each call that was at work when it began, and one probe a time. A pause lasts a second at least, so that a
      // slow machine sees more of them.
      const probed = () => 12 + (performance.now() - startedAt) / 1_000;
      expect(asked()).toBeLessThanOrEqual(WORKERS * SLOTS + probed());
      expect([await countOf('failed'), await burnt()]).toEqual([0, 0]);

      answer = undefined;
      await pass(MINUTE_MS);
      await until(async () => (await countOf('completed')) === ids.length, 'all calls', ALL_MS);
      expect(await paused(), 'calls are paused after the last answer').toBe(false);
      expect(await countOf('failed'), 'calls that failed').toBe(0);
      expect(asked()).toBeLessThanOrEqual(WORKERS * SLOTS + probed() + 2 + ids.length);
      await fleet.expectInvariants();
    },
    3 * ALL_MS,
  );

  it('fails a call when its patience ends, also one that no worker took up, and bills nothing [settled 2, fault 73]', async () => {
    answer = refuse(503, 'Away');
    await submit(SLOTS + 6);
    await startWorkers(1);
    await until(paused, 'the pause');
    const ids = await submit(1);
    // The last one has not waited for as long as the others.
    const keepYoung = () =>
      fleet.db.query('UPDATE analysis SET created_at = now(), failing_since = NULL WHERE id = $1', [ids[0]]);
    // Patience ends after 24 hours. A slow machine takes minutes until the look at the calls that failed.
    await pass(23 * 60 * MINUTE_MS);
    await keepYoung();
    await until(async () => asked() > 0 && (await paused()), 'the pause to go on');
    expect(await countOf('failed'), 'calls that failed').toBe(0);
    await pass(61 * MINUTE_MS);
    await until(async () => {
      // A pause shorter than a sweep may have passed, and a call may have been handed back a moment ago.
      await pass(MINUTE_MS);
      await keepYoung();
      await fleet.db.query(
        "UPDATE engine_pause SET paused_until = now() + interval '1 minute' WHERE since IS NOT NULL",
      );
      return (await countOf('failed')) === SLOTS + 6;
    }, 'the calls to fail');
    const { rows } = await fleet.db.query(
      "SELECT DISTINCT error_message, error_code FROM analysis WHERE status = 'failed'",
    );
    expect(rows).toEqual([
      { error_message: 'The transcription provider failed to answer.', error_code: 'provider_failed' },
    ]);
    answer = undefined;
    await pass(2 * MINUTE_MS);
    expect(await fleet.finished(ids[0] ?? '')).toBeInStatus('completed');
    await fleet.expectInvariants();
  });

  it.each<[string, StubAnswer, number]>([
    ['503 for 95 s', refuse(503, 'Away'), LONG ? 95_000 : 8_000],
    [
      '429 with Retry-After: 1 for 28 s',
      { ...refuse(429, 'Slow down'), headers: { 'retry-after': '1' } },
      LONG ? 28_000 : 8_000,
    ],
  ])('%s: every call of that time is completed [settled 1, fault 73]', async (_, trouble, ms) => {
    // On a short run the attempts are as few as the time is short.
    await startWorkers(2, LONG ? {} : { PROVIDER_ATTEMPTS: '2' });
    answer = trouble;
    const ids = await submit(8);
    const startedAt = performance.now();
    await wait(ms);
    const during = asked();
    // On a busy machine the wait takes longer, and more probes are sent.
    const seconds = (performance.now() - startedAt) / 1_000;
    answer = undefined;
    await until(async () => (await countOf('processing')) === 0, 'all calls');
    expect(await countOf('completed'), 'calls that were completed').toBe(ids.length);
    expect(during).toBeLessThanOrEqual(2 * SLOTS + seconds);
    await fleet.expectInvariants();
  });
});
