// The months of words: made ahead, and dropped once no call of them is kept. A month is a partition of `call_words`, by UTC.
import type { DataSource } from 'typeorm';
import { queryRow, queryRows } from '../../platform/database/sql.js';

/** Makes the partitions of this month and the next, so that an accepted call finds its own. */
export async function makeNextMonths(dataSource: DataSource): Promise<void> {
  await dataSource.query(
    "SELECT make_call_words_partition(now()), make_call_words_partition(now() + interval '1 month')",
  );
}

/**
 * Drops the months before the last one in which no call is kept: they are empty, or all that they hold is due. Each has a
 * transaction of its own, so that a killed process leaves whole months. One that is in use is left to the next round.
 * @param liveDays days after which calls are deleted; 0 keeps them
 * @param testDays the same for test mode
 * @returns the partitions that are gone
 */
export async function dropMonths(dataSource: DataSource, liveDays: number, testDays: number): Promise<string[]> {
  const months = await queryRows<{ name: string }>(dataSource, OLD_MONTHS);
  const dropped: string[] = [];
  for (const { name } of months) {
    const answer = await queryRow<{ is_dropped: boolean }>(dataSource, DROP, [name, liveDays, testDays]);
    if (answer?.is_dropped) dropped.push(name);
  }
  return dropped;
}

/** Names sort as their months do. A call may be completed a while after its month has ended. */
const OLD_MONTHS = `
  SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
  WHERE i.inhparent = 'call_words'::regclass AND c.relname < call_words_partition(now() - interval '1 month') ORDER BY 1`;
const since = (days: string) => `CASE WHEN ${days} > 0 THEN now() - ${days} * interval '1 day' ELSE '-infinity' END`;
/** A test call ends with whichever of the two comes first. */
const DROP = `
  SELECT drop_call_words_partition($1, ${since('$2::int')}, greatest(${since('$2::int')}, ${since('$3::int')})) AS is_dropped`;
