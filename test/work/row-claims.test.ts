// What holds for every table of work: how its rows are claimed, kept, handed back and found. On real Postgres. What a kind writes
// beside that is tested where the kind is.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { DataSource } from 'typeorm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Config, loadConfig } from '../../src/platform/config/config.js';
import { dataSourceOptions } from '../../src/platform/database/data-source.js';
import { type Claimed, ClaimLost, type HandBackReason } from '../../src/work/claim.js';
import { findNextDue } from '../../src/work/due-work.js';
import type { LaneView } from '../../src/work/kind-of-work.js';
import { type FreshDatabase, freshDatabase } from '../support/apps/backing.js';
import { openPool } from '../support/apps/running-service.js';
import { CLAIMABLE_TABLES, type OpenClaims } from '../support/builders/claimable-rows.js';
import { storeAccount } from '../support/builders/evaluated-calls.js';

/** Longer than a slow machine takes from one statement to the next. */
const LEASE_MS = 3_600_000;
/** The lease ends at least half a lease from now, and not later than the lease is long. */
const LEASED = `lease_until BETWEEN now() + interval '${LEASE_MS / 2} ms' AND now() + interval '${LEASE_MS} ms' AS leased`;
const SOON = "now() + interval '1 hour'";
const ago = (seconds: number) => `now() - interval '${seconds} seconds'`;

let database: FreshDatabase;
let dataSource: DataSource;
let db: pg.Pool;
let config: Config;
beforeAll(async () => {
  database = await freshDatabase();
  dataSource = await new DataSource(dataSourceOptions(database.url, 2)).initialize();
  db = openPool(database.url);
  const { worker, ...others } = loadConfig({ JWT_SECRET: 'x'.repeat(32) });
  config = { ...others, worker: { ...worker, leaseMs: LEASE_MS } };
});
afterAll(async () => {
  await db?.end();
  await dataSource?.destroy();
  await database?.drop();
});

it('every table of work is tested here', () => {
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const found = sources.flatMap((file) =>
    [...readFileSync(join('src', file), 'utf8').matchAll(/= claimStatements<\w+>\(\{\s*table: '(\w+)'/g)].map(
      ([, table]) => table,
    ),
  );
  expect(found.sort()).toEqual(CLAIMABLE_TABLES.map(({ table }) => table).sort());
});

describe.each(CLAIMABLE_TABLES.map((of) => [of.table, of] as const))('a row of %s', (table, of) => {
  let account: string;
  let claims: OpenClaims['claims'];
  let makeHeadway: OpenClaims['makeHeadway'];
  beforeEach(async () => {
    await db.query('DELETE FROM account');
    account = await storeAccount(db);
    ({ claims, makeHeadway } = of.open(dataSource, config));
  });

  const change = (id: string, set: string) => db.query(`UPDATE ${table} SET ${set} WHERE id = $1`, [id]);
  const read = async (id: string, columns: string) =>
    (await db.query(`SELECT ${columns} FROM ${table} WHERE id = $1`, [id])).rows[0];
  const expire = (id: string) => change(id, `lease_until = ${ago(1)}`);
  /** @param set SQL assignments */
  async function due(set?: string, accountId = account): Promise<string> {
    const id = await of.store(db, accountId);
    if (set) await change(id, set);
    return id;
  }
  async function claim(id: string): Promise<Claimed> {
    const claimed = await claims.claim(id);
    if (!claimed) throw new Error('A due row that no worker holds could not be claimed');
    return claimed;
  }

  it('gives its worker the members of every claim, and a lease', async () => {
    const id = await due(
      `fence = 6, crashes = 2, provider_failures = 3, failing_since = ${ago(100)}, trace_parent = '00-t'`,
    );
    expect(await claim(id), 'A member of the claim has not the value of its column').toMatchObject({
      id,
      accountId: account,
      livemode: true,
      requestId: 'r',
      fence: 7,
      crashes: 2,
      providerFailures: 3,
      failingForMs: expect.toSatisfy((ms: number) => ms >= 100_000 && ms < 400_000),
      traceParent: '00-t',
    });
    expect(await read(id, LEASED), 'The claim is not leased for the length of a lease').toEqual({ leased: true });
  });

  it.each([
    ['is not due yet', `run_after = ${SOON}`],
    ['is held by another worker', `lease_until = ${SOON}`],
    ['is final', of.final],
  ])('cannot be claimed while it %s', async (_, set) => {
    expect(await claims.claim(await due(set)), 'A worker got a row that it must leave alone').toBeNull();
  });

  it('keeps out a worker whose lease ran out, which counts as a crash [fault 93]', async () => {
    const id = await due();
    const late = await claim(id);
    await expire(id);
    const now = await claim(id);
    expect([now.fence, now.crashes]).toEqual([2, 1]);
    const before = await read(id, '*');
    const writes = [() => claims.renew(late), () => claims.getFailures(late), () => makeHeadway?.(late)];
    for (const write of makeHeadway ? writes : writes.slice(0, 2))
      await expect(write(), 'A write of a worker that lost its claim was let through').rejects.toBeInstanceOf(
        ClaimLost,
      );
    await claims.handBack(late, 0, 'provider-failed');
    expect(await read(id, '*'), 'A worker that lost its claim changed the row').toEqual(before);
    expect([claims.hasAdvanced(now), claims.hasAdvanced(late)]).toEqual([false, false]);
  });

  if (of.hasCheckpoints)
    it('forgets crashes and failures as soon as there is headway [fault 93]', async () => {
      const id = await due('crashes = 2, provider_failures = 3, failing_since = now()');
      const held = await claim(id);
      await makeHeadway?.(held);
      expect(claims.hasAdvanced(held), 'It may give way').toBe(true);
      expect(await claims.getFailures(held)).toMatchObject({ providerFailures: 0, failingForMs: null });
      expect(await read(id, 'crashes')).toEqual({ crashes: 0 });
    });

  it('is kept by the heartbeat', async () => {
    const held = await claim(await due());
    await change(held.id, "lease_until = now() + interval '1 second'");
    await claims.renew(held);
    expect(await read(held.id, LEASED), 'The heartbeat did not extend the lease').toEqual({ leased: true });
  });

  it('is free once it is handed back, also when a heartbeat comes behind that: the next worker claims it without a crash', async () => {
    const first = await claim(await due());
    await claims.handBack(first, 0, 'stopping');
    await expect(claims.renew(first), 'A late heartbeat leases the row again').rejects.toBeInstanceOf(ClaimLost);
    expect((await claim(first.id)).crashes, 'A row that was handed back counts as crashed').toBe(0);
  });

  it.each<[HandBackReason, { failures: number; clock: boolean; waits: boolean }]>([
    ['stopping', { failures: 1, clock: false, waits: true }],
    ['worker-fault', { failures: 1, clock: false, waits: true }],
    ['recording-awaited', { failures: 1, clock: false, waits: true }],
    ['yielding', { failures: 1, clock: false, waits: true }],
    ['gave-way', { failures: 1, clock: false, waits: false }],
    ['engine-paused', { failures: 1, clock: true, waits: true }],
    ['provider-failed', { failures: 2, clock: true, waits: true }],
  ])(
    'that is handed back for the reason "%s" waits and counts as it should',
    async (reason, { failures, clock, waits }) => {
      const earlier = "'2026-11-01 10:00Z'";
      const [fresh, again] = [await due('provider_failures = 1'), await due('provider_failures = 1')];
      await change(again, `failing_since = ${earlier}, last_failed_at = ${earlier}`);
      for (const id of [fresh, again]) await claims.handBack(await claim(id), 3_600_000.4, reason);
      const state = `provider_failures AS failures, lease_until IS NULL AS free,
      run_after BETWEEN now() + interval '30 minutes' AND now() + interval '1 hour' AS waits`;
      const expected = { failures, free: true, waits };
      expect([await read(fresh, state), await read(again, state)]).toEqual([expected, expected]);
      expect(
        await read(fresh, 'failing_since IS NOT NULL AS first, last_failed_at IS NOT NULL AS last'),
        'the clock of its patience',
      ).toEqual({ first: clock, last: clock });
      expect(
        await read(again, `failing_since = ${earlier} AS first, last_failed_at > ${earlier} AS last`),
        'The patience starts over',
      ).toEqual({ first: true, last: clock });
    },
  );

  it('has its failures as Postgres counts them now', async () => {
    const held = await claim(await due());
    expect(await claims.getFailures(held)).toEqual({ providerFailures: 0, failingForMs: null, lastFailedAt: null });
    await change(held.id, `provider_failures = 4, failing_since = ${ago(100)}, last_failed_at = now()`);
    expect(await claims.getFailures(held)).toEqual({
      providerFailures: 4,
      failingForMs: expect.toSatisfy((ms: number) => ms >= 100_000 && ms < 400_000),
      lastFailedAt: expect.any(String),
    });
  });

  it('has its turn behind that of the account before, and says whether it was begun', async () => {
    const [one = '', other = ''] = [account, await storeAccount(db)].sort();
    const [ofOne, ofOther] = [await due(undefined, one), await due(of.begun, other)];
    const view: LaneView = {
      slots: 4,
      find: (statement, turn) => findNextDue(dataSource, statement, turn),
      isPaused: async () => false,
      passesOver: async () => 'nothing',
      filledBy: () => [],
    };
    const next = (turn: { after: string; except?: string[]; dueForMs?: number }) =>
      of.lane.next({ except: [], among: 1, dueForMs: 0, ...turn }, view, []);
    const begun = { id: ofOther, accountId: other, requestId: 'r', begun: true };
    expect(await next({ after: one })).toEqual(begun);
    expect(await next({ after: other })).toMatchObject({ id: ofOne, accountId: one, begun: false });
    expect(await next({ after: other, except: [one] })).toEqual(begun);
    expect(await next({ after: other, except: [one, other] })).toBeNull();
    expect(await next({ after: other, dueForMs: 3_600_000 }), 'It has been due for less').toBeNull();
  });

  describe('that waits for an engine in trouble', () => {
    const pause = (since: string, until = SOON, engine = 'analysis') =>
      db.query(`UPDATE engine_pause SET since = ${since}, paused_until = ${until} WHERE engine = '${engine}'`);
    const found = async (limit = 10) =>
      (await claims.findOutOfPatience('analysis', 600_000, limit)).map(({ id }) => id);
    const OLD = `created_at = ${ago(800)}`;
    beforeEach(() => db.query('UPDATE engine_pause SET since = NULL, paused_until = NULL'));

    it('is found once it has failed, or waited in the pause, for as long as the patience lasts, but where it asks none', async () => {
      await pause(ago(700));
      const ids = [
        await due(`${OLD}, run_after = ${ago(30)}`),
        await due(`${OLD}, run_after = ${ago(20)}, failing_since = ${ago(650)}`),
        await due(`${OLD}, run_after = ${ago(10)}, lease_until = ${ago(1)}`),
      ];
      if (of.asksNone !== null) await due(`${OLD}, ${of.asksNone}`);
      expect(await found(), 'What is found has another order, or waits for longer than the patience').toEqual(
        of.asksNone === null ? [] : ids,
      );
      expect(await found(2), 'of three, where two are asked for').toHaveLength(of.asksNone === null ? 0 : 2);
    });

    it('is found beside other engines where a run was handed back, or where the row names the engine', async () => {
      await pause(ago(700));
      const failing = await due(`${OLD}, run_after = ${ago(20)}, failing_since = ${ago(650)}`);
      const others = await due(`${OLD}, run_after = ${ago(10)}`);
      const among = async (isDefault: boolean) =>
        (await claims.findOutOfPatience('analysis', 600_000, 10, { task: 'analysis', isDefault })).map(({ id }) => id);
      const asks = of.asksNone !== null;
      const [ofDefault, ofThis] = [of.table === 'analysis', of.table === 'engine_trial_item'];
      expect(await among(true)).toEqual(asks ? (ofDefault || ofThis ? [failing, others] : [failing]) : []);
      expect(await among(false)).toEqual(asks && !ofDefault ? (ofThis ? [failing, others] : [failing]) : []);
    });

    it.each([
      ['came in a short while ago', `created_at = ${ago(500)}`],
      ['is held by a worker', `${OLD}, lease_until = ${SOON}`],
      ['is not due', `${OLD}, run_after = ${SOON}`],
      ['is final', `${OLD}, ${of.final}`],
    ])('is left alone where it %s', async (_, set) => {
      await pause(ago(700));
      await due(set);
      expect(await found(), 'Work would fail that need not').toEqual([]);
    });

    it.each([
      ['the pause is younger than the patience', ago(500), SOON, 'analysis'],
      ['it is time for a probe', ago(700), ago(1), 'analysis'],
      ['another engine is paused', ago(700), SOON, 'transcription'],
    ])('is left alone while %s', async (_, since, until, engine) => {
      await pause(since, until, engine);
      await due(`${OLD}, failing_since = ${ago(800)}`);
      expect(await found(), 'Work would fail that need not').toEqual([]);
    });
  });
});
