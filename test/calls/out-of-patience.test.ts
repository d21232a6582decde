// Which calls fail because their engine has been paused for longer than they may wait.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ClaimableCalls, startClaimableCalls } from '../support/builders/claimable-calls.js';

let calls: ClaimableCalls;
beforeAll(async () => {
  calls = await startClaimableCalls();
});
afterAll(() => calls?.close());

describe('calls that have waited for an engine in vain', () => {
  const PATIENCE_MS = 600_000;
  const ago = (seconds: number) => `now() - interval '${seconds} seconds'`;
  const pause = (since: string, until = "now() + interval '1 hour'", engine = 'transcription') =>
    calls.dataSource.query(
      `UPDATE engine_pause SET since = ${since}, paused_until = ${until} WHERE engine = '${engine}'`,
    );
  const found = async (limit = 10) =>
    (await calls.claims.findOutOfPatience('transcription', PATIENCE_MS, limit)).map(({ id }) => id);
  beforeEach(async () => {
    await calls.dataSource.query('DELETE FROM analysis');
    await calls.dataSource.query('UPDATE engine_pause SET since = NULL, paused_until = NULL');
  });

  it('are found once they have failed, or waited in the pause, for as long as the patience lasts', async () => {
    await pause(ago(700));
    const waited = await calls.accept(`created_at = ${ago(800)}, run_after = ${ago(3)}`);
    const failing = await calls.accept(`created_at = ${ago(800)}, failing_since = ${ago(650)}, run_after = ${ago(2)}`);
    const expired = await calls.accept(`created_at = ${ago(800)}, lease_until = ${ago(1)}, run_after = ${ago(1)}`);
    expect(await found(), 'A call waits for longer than the patience').toEqual([waited, failing, expired]);
    expect(await found(2), 'More calls than asked for, or not the first').toEqual([waited, failing]);
  });

  it.each([
    ['came in a short while ago', `created_at = ${ago(500)}`],
    ['was started again a short while ago', `created_at = ${ago(800)}, restarted_at = ${ago(500)}`],
    ['is held by a worker', `created_at = ${ago(800)}, lease_until = now() + interval '1 hour'`],
    ['is not due', `created_at = ${ago(800)}, run_after = now() + interval '1 hour'`],
    ['is final', `created_at = ${ago(800)}, status = 'failed', settled_at = now()`],
    ['is a scenario', `created_at = ${ago(800)}, storage_key = NULL, scenario = 'slow'`],
  ])('do not include one that %s', async (_, set) => {
    await pause(ago(700));
    await calls.accept(set);
    expect(await found(), 'A call would fail that need not').toEqual([]);
  });

  it.each([
    ['the pause is younger than the patience', ago(500), "now() + interval '1 hour'", 'transcription'],
    ['it is time for a probe', ago(700), ago(1), 'transcription'],
    ['another engine is paused', ago(700), "now() + interval '1 hour'", 'analysis'],
  ])('are none while %s', async (_, since, until, engine) => {
    await pause(since, until, engine);
    await calls.accept(`created_at = ${ago(800)}, failing_since = ${ago(800)}`);
    expect(await found(), 'A call would fail that need not').toEqual([]);
  });
});
