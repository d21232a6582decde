// When a job takes its next call, when it waits, and what becomes of a call that cannot be taken. The job and its calls are in
// memory.
import { Logger } from '@nestjs/common';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { callsOfJob } from '../../../src/calls/listing/completed-calls.js';
import { TakeCalls } from '../../../src/masking/jobs/take-calls.js';
import { ClaimLost } from '../../../src/work/claim.js';

interface World {
  /** What becomes of each call, by its id; an error is thrown. */
  readonly acceptance?: Readonly<Record<string, object | Error>>;
  readonly calls?: readonly string[];
  readonly failures?: number;
  readonly mayGoOn?: boolean;
  readonly isFit?: boolean;
  readonly atWork?: number;
  /** Length of each call. */
  readonly durationMs?: number;
}

function turnIn(world: World) {
  const { acceptance = {}, calls = ['a', 'b'], failures = 0, mayGoOn = true, isFit = true } = world;
  const { atWork = 0, durationMs = 60_000 } = world;
  const done: unknown[] = [];
  const job = {
    id: 'job',
    accountId: 'account',
    livemode: true,
    requestId: 'r',
    wanted: {},
    calls: callsOfJob('account', '{}', new Date()),
    cursor: null,
    failures,
    fence: 1,
  };
  const rows = calls.map((id) => ({ id, createdAt: new Date(), isScenario: false, livemode: true, durationMs }));
  const query = async (statement: string) => (statement.includes('FROM analysis a') ? rows : [{ n: 1 }]);
  // Prepared statements lock the account, which is there.
  const queryRunner = { connect: async () => ({ query: async () => ({ rows: [{}] }) }) };
  const tx = { query, manager: { queryRunner } };
  const dataSource = { query, transaction: (run: (given: unknown) => unknown) => run(tx) };
  const claims = {
    claimNext: async () => job,
    renew: async () => undefined,
    countAtWork: async () => atWork,
    handBack: async (_: unknown, waitMs: number) => void done.push(['hand back', waitMs]),
    recordFailure: async () => void done.push('failure'),
    recordStep: async (_: unknown, __: unknown, { id }: { id: string }, step: string) => void done.push([id, step]),
    recordLast: async () => void done.push('last'),
  };
  const start = {
    accept: async (_: unknown, { analysisId }: { analysisId: string }, within: (tx: unknown) => Promise<void>) => {
      const outcome = acceptance[analysisId] ?? { kind: 'accepted' };
      if (outcome instanceof Error) throw outcome;
      if ('kind' in outcome && outcome.kind === 'accepted') await within({});
      return outcome;
    },
  };
  const parts = [
    dataSource,
    claims,
    start,
    { mayGoOn: async () => mayGoOn },
    { isFitFor: async () => isFit },
    { record: async () => null, send: () => undefined },
    { worker: { leaseMs: 60_000 } },
  ] as unknown as ConstructorParameters<typeof TakeCalls>;
  const run = () => new TakeCalls(...parts).takeTurn(new AbortController().signal);
  return { run, done };
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe('a turn of a job', () => {
  it('takes its calls one by one, and passes over those that need nothing', async () => {
    const acceptance = { b: { kind: 'nothing_new' }, c: { kind: 'gone' }, d: { kind: 'in_progress', covers: true } };
    const { run, done } = turnIn({ calls: ['a', 'b', 'c', 'd'], acceptance });
    expect(await run(), 'a job had a turn').toBe(true);
    expect(done).toEqual([['a', 'taken'], ['b', 'skipped'], ['c', 'skipped'], ['d', 'skipped'], 'last']);
  });

  it.each([
    ['calls of its account wait', { mayGoOn: false }],
    ['the worker is sick', { isFit: false }],
    ['as many calls as may be are at work', { atWork: 16 }],
  ])('takes none while %s', async (_, world) => {
    const { run, done } = turnIn(world);
    await run();
    expect(done).toEqual([['hand back', 500]]);
  });

  it('ends after an hour of recordings: another account has the next turn', async () => {
    const { run, done } = turnIn({ calls: ['a', 'b', 'c', 'd'], durationMs: 1_800_000 });
    await run();
    expect(done).toEqual([
      ['a', 'taken'],
      ['b', 'taken'],
      ['hand back', 0],
    ]);
  });

  it('waits where the next call is being masked for another request, which does not mask all of it', async () => {
    const { run, done } = turnIn({ acceptance: { b: { kind: 'in_progress', covers: false } } });
    await run();
    expect(done).toEqual([
      ['a', 'taken'],
      ['hand back', 2000],
    ]);
  });

  it('tries a call again that could not be taken, and counts it as failed at last', async () => {
    const warn = vi.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    const acceptance = { a: new Error('Out of time') };
    const once = turnIn({ acceptance });
    await once.run();
    expect(once.done).toEqual(['failure', ['hand back', 2000]]);
    const atLast = turnIn({ acceptance, failures: 5 });
    await atLast.run();
    expect(atLast.done).toEqual([['a', 'failed'], ['b', 'taken'], 'last']);
    const second = turnIn({ acceptance: { b: new Error('Out of time') }, failures: 5 });
    await second.run();
    expect(second.done, 'failures of the call before').toEqual([['a', 'taken'], 'failure', ['hand back', 2000]]);
    expect(warn).toHaveBeenCalledTimes(3);
  });

  it('ends where the job was canceled or taken over: nothing is written', async () => {
    const { run, done } = turnIn({ acceptance: { a: new ClaimLost() } });
    expect(await run(), 'a job had a turn').toBe(true);
    expect(done).toEqual([]);
  });
});
