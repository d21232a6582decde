// Locks a table, so that statements that write to it, or read it too, wait until the lock is released.
import type pg from 'pg';
import { until } from '../apps/running-service.js';

export interface HeldWrites {
  /** Resolves when a statement, or so many, wait for the lock. */
  reached(statements?: number): Promise<unknown>;
  release(): Promise<void>;
  /** Ends the connections that wait before it releases: Postgres would finish the statement of a client that has exited. */
  releaseAndDropWaiters(): Promise<void>;
}

export const holdWrites = (db: pg.Pool, table: string) => hold(db, table, 'SHARE ROW EXCLUSIVE');

export const holdReads = (db: pg.Pool, table: string) => hold(db, table, 'ACCESS EXCLUSIVE');

async function hold(db: pg.Pool, table: string, mode: string): Promise<HeldWrites> {
  const holder = await db.connect();
  await holder.query(`BEGIN; LOCK TABLE ${table} IN ${mode} MODE`);
  // The databases of a run are copies of one template, so a table has the same number in each of them.
  const waiting = async () => {
    const { rows } = await db.query<{ pid: number }>(
      `SELECT pid FROM pg_locks WHERE relation = $1::regclass AND NOT granted
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      [table],
    );
    return rows.map(({ pid }) => pid);
  };
  const release = async () => {
    await holder.query('ROLLBACK');
    holder.release();
  };
  return {
    reached: (statements = 1) =>
      until(async () => (await waiting()).length >= statements, `statements that wait for ${table}`),
    release,
    async releaseAndDropWaiters() {
      await db.query('SELECT pg_terminate_backend(pid) FROM unnest($1::int[]) AS pid', [await waiting()]);
      await release();
    },
  };
}
