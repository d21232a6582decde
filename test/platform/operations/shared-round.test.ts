import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataSourceOptions } from '../../../src/platform/database/data-source.js';
import { SharedRound } from '../../../src/platform/operations/shared-round.js';
import { type FreshDatabase, freshDatabase } from '../../support/apps/backing.js';
import { until } from '../../support/apps/running-service.js';

const HOUR_MS = 3_600_000;

describe('a round that processes share', () => {
  let database: FreshDatabase;
  let dataSource: DataSource;
  beforeAll(async () => {
    database = await freshDatabase();
    dataSource = await new DataSource(dataSourceOptions(database.url, 10)).initialize();
  });
  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  /** As many processes, each of which looks once. @returns how many did the round, and the errors */
  const lookOnce = async (name: string, processes: number, run: () => Promise<void> = async () => undefined) => {
    const errors: unknown[] = [];
    let done = 0;
    const rounds = Array.from(
      { length: processes },
      () =>
        new SharedRound(dataSource, {
          name,
          run: () => {
            done += 1;
            return run();
          },
          onError: (error) => errors.push(error),
        }),
    );
    for (const round of rounds) round.start(HOUR_MS);
    await Promise.all(rounds.map((round) => round.stop()));
    return { done, errors };
  };
  const setLease = (name: string, leasedUntil: string) =>
    dataSource.query(`INSERT INTO round_lease (name, holder, leased_until) VALUES ($1, $2, now() + $3::interval)`, [
      name,
      randomUUID(),
      leasedUntil,
    ]);

  it('is done by one of fifty', async () => {
    expect(await lookOnce('shared', 50)).toEqual({ done: 1, errors: [] });
    expect(await lookOnce('shared', 50)).toEqual({ done: 0, errors: [] });
  });

  it('is done again when the process that did it was killed, as soon as its lease has ended', async () => {
    await setLease('held', '1 hour');
    await setLease('killed', '-1 second');
    expect((await lookOnce('held', 3)).done, 'A round is done beside the process that does it').toBe(0);
    expect((await lookOnce('killed', 3)).done, 'The round of a killed process is not done again').toBe(1);
  });

  it('waits for its interval after it failed, too', async () => {
    const failure = new Error('no provider');
    expect(await lookOnce('failing', 1, () => Promise.reject(failure))).toEqual({ done: 1, errors: [failure] });
    expect((await lookOnce('failing', 1)).done, 'A failed round is done again before its interval').toBe(0);
    const [row] = await dataSource.query(
      `SELECT leased_until <= now() AS free, due_at > now() + interval '50 minutes' AS later FROM round_lease
        WHERE name = 'failing'`,
    );
    expect(row).toEqual({ free: true, later: true });
  });

  it('keeps its lease while it takes long', async () => {
    const leasedUntil = async (): Promise<number> => {
      const [row] = await dataSource.query<{ at: number }[]>(
        "SELECT extract(epoch FROM leased_until)::float8 AS at FROM round_lease WHERE name = 'long'",
      );
      return row?.at ?? 0;
    };
    const round = new SharedRound(dataSource, {
      name: 'long',
      run: async () => {
        const first = await leasedUntil();
        await until(async () => (await leasedUntil()) > first, 'the lease to be extended');
      },
      onError: (error) => expect.fail(String(error)),
    });
    round.start(100);
    await until(async () => (await leasedUntil()) > 0, 'the round to begin');
    await round.stop();
  });

  it('is free for other processes once it was given back, also when a renewal of the lease comes behind that', async () => {
    let isRunning = false;
    const late: (() => Promise<unknown>)[] = [];
    const slow: DataSource = Object.create(dataSource, {
      query: {
        value: (statement: string, values?: unknown[]) => {
          const send = () => dataSource.query(statement, values);
          if (!isRunning) return send();
          // The only statement that the task itself sends during a round.
          late.push(send);
          return Promise.resolve([]);
        },
      },
    });
    const round = new SharedRound(slow, {
      name: 'late',
      run: async () => {
        isRunning = true;
        await until(async () => late.length > 0, 'a renewal of the lease');
        isRunning = false;
      },
      onError: (error) => expect.fail(String(error)),
    });
    round.start(100);
    await until(async () => late.length > 0, 'the round');
    await round.stop();
    for (const send of late) await send();
    await dataSource.query("UPDATE round_lease SET due_at = now() WHERE name = 'late'");
    expect((await lookOnce('late', 1)).done, 'The round that is due waits for a lease that was given back').toBe(1);
  });
});
