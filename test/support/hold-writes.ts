// Makes the statements that write to a table wait, as a slow disk would, until released.
import type pg from 'pg';
import { until } from './running-service.js';

export interface HeldWrites {
  /** Somebody is waiting to write. */
  reached(): Promise<unknown>;
  release(): Promise<void>;
  /** Those who wait are cut off first: the server would finish the statement of a client that is gone. */
  releaseWithoutThem(): Promise<void>;
}

export async function holdWrites(db: pg.Pool, table: string): Promise<HeldWrites> {
  const holder = await db.connect();
  await holder.query(`BEGIN; LOCK TABLE ${table} IN SHARE ROW EXCLUSIVE MODE`);
  const waiting = async () => {
    const { rows } = await db.query<{ pid: number }>(
      'SELECT pid FROM pg_locks WHERE relation = $1::regclass AND NOT granted',
      [table],
    );
    return rows.map(({ pid }) => pid);
  };
  const release = async () => {
    await holder.query('ROLLBACK');
    holder.release();
  };
  return {
    reached: () => until(async () => (await waiting()).length > 0, `a write to ${table}`),
    release,
    async releaseWithoutThem() {
      await db.query('SELECT pg_terminate_backend(pid) FROM unnest($1::int[]) AS pid', [await waiting()]);
      await release();
    },
  };
}
