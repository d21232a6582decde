// The objects with lines about erasures.
import { text } from 'node:stream/consumers';
import { unknownOf } from '../../calls/retention/erasure-journal.js';
import type { Sql } from '../../platform/database/sql.js';
import type { ObjectStore } from '../../ports/object-store.js';

export const JOURNAL_PREFIX = 'erasures/';
/** Keys of one lookup. */
const BATCH = 1_000;

/** Lines of an object, as text. @throws ProviderError */
export async function readLines(store: ObjectStore, key: string): Promise<string[]> {
  return (await text(await store.get(key))).split('\n').filter(Boolean);
}

/** Keys of objects that the database does not know: it is behind them. @throws ProviderError */
export async function unknownObjects(sql: Sql, store: ObjectStore): Promise<string[]> {
  const unknown: string[] = [];
  let batch: string[] = [];
  for await (const { key } of store.list(JOURNAL_PREFIX)) {
    batch.push(key);
    if (batch.length < BATCH) continue;
    unknown.push(...(await unknownOf(sql, batch)));
    batch = [];
  }
  return [...unknown, ...(await unknownOf(sql, batch))];
}
