// What a third kind of work needs of the database: a table with the columns of claim-statements.ts, and its own columns.
import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dataSourceOptions } from '../../src/platform/database/data-source.js';
import { type Claimed, ClaimLost, type HandBackReason } from '../../src/work/claim.js';
import { claimStatements, HEADWAY, HELD } from '../../src/work/claim-statements.js';
import { findNextDue, nextDue } from '../../src/work/due-work.js';
import { RowClaims } from '../../src/work/row-claims.js';
import { type FreshDatabase, freshDatabase } from '../support/apps/backing.js';

/** Longer than a slow machine takes from one statement to the next. */
const LEASE_MS = 3_600_000;

interface ClaimedLetter extends Claimed {
  readonly text: string;
  readonly sentAt: Date;
}

const STATEMENTS = claimStatements<ClaimedLetter>({
  table: 'letter',
  noun: 'letter',
  columns: { text: 'body', sentAt: 'created_at' },
  waitingSince: 'created_at',
  asksEngines: "body <> 'printed'",
});
const NEXT = { name: 'next-letter', text: nextDue('letter', 'fence > 0', 'true') };
const READ = { name: 'read-letter', text: `UPDATE letter SET ${HEADWAY} WHERE ${HELD} RETURNING id` };

class LetterClaims extends RowClaims<ClaimedLetter> {
  constructor(dataSource: DataSource) {
    super(dataSource, LEASE_MS, STATEMENTS);
  }

  recordPage(letter: ClaimedLetter): Promise<void> {
    return this.writeHeadway(this.dataSource, letter, READ, []);
  }
}

let database: FreshDatabase;
let dataSource: DataSource;
let claims: LetterClaims;
beforeAll(async () => {
  database = await freshDatabase();
  dataSource = await new DataSource(dataSourceOptions(database.url, 2)).initialize();
  await dataSource.query(`CREATE TABLE letter (
    id uuid PRIMARY KEY, account_id uuid NOT NULL, livemode boolean NOT NULL DEFAULT true, request_id text NOT NULL DEFAULT 'r',
    body text NOT NULL DEFAULT 'written', created_at timestamptz NOT NULL DEFAULT now(), status text NOT NULL DEFAULT 'processing',
    fence integer NOT NULL DEFAULT 0, run_after timestamptz NOT NULL DEFAULT now(), lease_until timestamptz,
    crashes integer NOT NULL DEFAULT 0, provider_failures integer NOT NULL DEFAULT 0, failing_since timestamptz,
    last_failed_at timestamptz, trace_parent text)`);
  claims = new LetterClaims(dataSource);
});
afterAll(async () => {
  await dataSource?.destroy();
  await database?.drop();
});

const change = (id: string, set: string) => dataSource.query(`UPDATE letter SET ${set} WHERE id = $1`, [id]);
/** @param set SQL assignments */
async function write(set?: string, accountId: string = randomUUID()): Promise<string> {
  const id = randomUUID();
  await dataSource.query('INSERT INTO letter (id, account_id) VALUES ($1, $2)', [id, accountId]);
  if (set) await change(id, set);
  return id;
}
async function claim(id: string): Promise<ClaimedLetter> {
  const claimed = await claims.claim(id);
  if (!claimed) throw new Error('A due letter that no worker holds could not be claimed');
  return claimed;
}
const read = async (id: string, columns: string) =>
  (await dataSource.query(`SELECT ${columns} FROM letter WHERE id = $1`, [id]))[0];

it('a claim has the members of every claim, and those of its kind', async () => {
  const account = randomUUID();
  const id = await write(
    "body = 'Dear', created_at = '2026-11-01 10:00Z', crashes = 2, trace_parent = '00-t'",
    account,
  );
  expect(await claim(id)).toEqual({
    id,
    accountId: account,
    livemode: true,
    requestId: 'r',
    fence: 1,
    crashes: 2,
    providerFailures: 0,
    failingForMs: null,
    traceParent: '00-t',
    text: 'Dear',
    sentAt: new Date('2026-11-01T10:00:00Z'),
  });
});

it.each([
  ['is not due', "run_after = now() + interval '1 hour'"],
  ['is held', "lease_until = now() + interval '1 hour'"],
  ['is final', "status = 'completed'"],
])('a row that %s cannot be claimed', async (_, set) => {
  expect(await claims.claim(await write(set))).toBeNull();
});

it('a worker whose lease ran out counts as a crash until there is headway, and writes nothing any more', async () => {
  const id = await write();
  const late = await claim(id);
  await change(id, "lease_until = now() - interval '1 second'");
  const now = await claim(id);
  expect([now.fence, now.crashes]).toEqual([2, 1]);
  for (const ask of [() => claims.renew(late), () => claims.recordPage(late), () => claims.getFailures(late)])
    await expect(ask()).rejects.toBeInstanceOf(ClaimLost);
  await claims.handBack(late, 0, 'stopping');
  expect(await read(id, 'lease_until > now() AS held'), 'the claim of the other worker').toEqual({ held: true });
  expect([claims.hasAdvanced(now), claims.hasAdvanced(late)]).toEqual([false, false]);
  await claims.recordPage(now);
  expect([claims.hasAdvanced(now), (await read(id, 'crashes')).crashes]).toEqual([true, 0]);
});

it('a released row stays free when a renewal comes late', async () => {
  const letter = await claim(await write());
  await claims.renew(letter);
  await claims.handBack(letter, 0, 'stopping');
  await expect(claims.renew(letter)).rejects.toBeInstanceOf(ClaimLost);
});

it.each<[HandBackReason, { failures: number; clock: boolean; waits: boolean }]>([
  ['stopping', { failures: 0, clock: false, waits: true }],
  ['gave-way', { failures: 0, clock: false, waits: false }],
  ['engine-paused', { failures: 0, clock: true, waits: true }],
  ['provider-failed', { failures: 1, clock: true, waits: true }],
])('what is handed back for the reason "%s" counts what it should', async (reason, expected) => {
  const id = await write();
  await claims.handBack(await claim(id), LEASE_MS, reason);
  const columns = `provider_failures AS failures, failing_since IS NOT NULL AND last_failed_at IS NOT NULL AS clock,
    run_after > now() AS waits`;
  expect(await read(id, columns)).toEqual(expected);
  await change(id, 'run_after = now()');
  const { providerFailures, failingForMs, lastFailedAt } = await claims.getFailures(await claim(id));
  expect([providerFailures, failingForMs !== null, lastFailedAt !== null]).toEqual([
    expected.failures,
    expected.clock,
    expected.clock,
  ]);
});

it('what has waited for an engine in trouble for as long as it may is found, oldest first, but for what asks none', async () => {
  await dataSource.query(
    "UPDATE engine_pause SET since = now() - interval '1 hour', paused_until = now() + interval '1 minute' WHERE engine = 'analysis'",
  );
  await dataSource.query('DELETE FROM letter');
  const aged = "created_at = now() - interval '2 hours'";
  const late = await write(`${aged}, run_after = now() - interval '1 minute'`);
  const early = await write(`${aged}, run_after = now() - interval '2 minutes'`);
  await write(`${aged}, body = 'printed'`);
  await write(`${aged}, lease_until = now() + interval '1 hour'`);
  await write("created_at = now() - interval '1 minute'");
  expect(await claims.findOutOfPatience('analysis', 1_800_000, 10)).toEqual([{ id: early }, { id: late }]);
  expect(await claims.findOutOfPatience('analysis', 1_800_000, 1)).toEqual([{ id: early }]);
  expect(await claims.findOutOfPatience('transcription', 1_800_000, 10)).toEqual([]);
});

it('accounts take turns', async () => {
  await dataSource.query('DELETE FROM letter');
  const [one = '', other = ''] = [randomUUID(), randomUUID()].sort();
  const ofOne = await write(undefined, one);
  const ofOther = await write('fence = 1', other);
  const turn = { except: [], among: 1, dueForMs: 0 };
  expect(await findNextDue(dataSource, NEXT, { ...turn, after: one })).toEqual({
    id: ofOther,
    accountId: other,
    requestId: 'r',
    begun: true,
  });
  expect(await findNextDue(dataSource, NEXT, { ...turn, after: other })).toMatchObject({ id: ofOne, begun: false });
  expect(await findNextDue(dataSource, NEXT, { ...turn, after: other, except: [one, other] })).toBeNull();
  expect(await findNextDue(dataSource, NEXT, { ...turn, after: other, dueForMs: 60_000 })).toBeNull();
});
