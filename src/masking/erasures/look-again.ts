// Looks for what was erased, in every place of the list of traces: in tables, in the object store, in the queue.
import type { DataSource } from 'typeorm';
import { RECORDING_KEYS } from '../../calls/retention/recording-keys.js';
import { queryRow, queryRows } from '../../platform/database/sql.js';
import type { ObjectStore } from '../../ports/object-store.js';
import type { Deliveries } from '../../webhooks/deliveries.service.js';
import { TRACES } from '../traces.js';
import { type ErasureAtWork, nameOf } from './carry-out.js';
import { findName } from './erased-names.js';

export interface Found {
  /** Places in which something is left that no one deletes any more. */
  readonly places: readonly string[];
  /** Places that others still clear or bring up to date. */
  readonly pending: readonly string[];
}

/** Ids in one statement. */
const IDS = 2_000;
const KEYS_AT_ONCE = 16;
const NO_ID = '00000000-0000-0000-0000-000000000000';

/** Calls of a scope that keeps them are looked for by what they lost. */
const OF_CALLS = Object.values(TRACES)
  .flatMap((tables) => Object.entries(tables))
  .flatMap(([table, { call, stays }]) =>
    call === undefined || stays !== undefined ? [] : [[table, manyOf(call)] as const],
  );

/** @param condition on the rows of one call @returns that on the rows of several */
function manyOf(condition: string): string {
  return condition
    .replace('subjects @> ARRAY[$1::text]', 'subjects && $1::uuid[]::text[]')
    .replaceAll('= $1', '= ANY($1::uuid[])');
}

export async function lookAgain(
  dataSource: DataSource,
  store: ObjectStore,
  deliveries: Deliveries,
  erasure: ErasureAtWork,
): Promise<Found> {
  const places = new Set<string>();
  const pending = new Set<string>();
  let after = NO_ID;
  let ids: string[];
  do {
    ids = await erasedAfter(dataSource, erasure.id, after);
    after = ids.at(-1) ?? after;
    for (const [table, which] of erasure.scope === 'calls' ? OF_CALLS : RECORDINGS)
      if (await queryRow(dataSource, `SELECT 1 FROM ${table} WHERE ${which} LIMIT 1`, [ids])) places.add(table);
  } while (ids.length === IDS);
  const name = nameOf(erasure);
  if (name !== null) {
    const keepsHolds = (await queryRow(dataSource, HAS_DEFERRED, [erasure.id])) !== null;
    const found = await findName(dataSource, name, keepsHolds);
    for (const table of found.tables) places.add(table);
    for (const table of found.sums) pending.add(table);
  }
  if (await queryRow(dataSource, NOTED, [erasure.id])) pending.add('recording_deletion');
  else if (await isStored(dataSource, store, erasure.id)) places.add('the object store');
  if (await queryRow(dataSource, UNWRITTEN, [erasure.id])) pending.add('erasure_journal');
  if ((await deliveries.forgetDeleted()) > 0) pending.add('the queue of deliveries');
  return { places: [...places].sort(), pending: [...pending].sort() };
}

const RECORDINGS = [['analysis', `id = ANY($1::uuid[]) AND num_nonnulls(${RECORDING_KEYS}) > 0`]] as const;

async function erasedAfter(dataSource: DataSource, id: string, after: string): Promise<string[]> {
  const rows = await queryRows<{ id: string }>(dataSource, ERASED, [id, after, IDS]);
  return rows.map((row) => row.id);
}

async function isStored(dataSource: DataSource, store: ObjectStore, id: string): Promise<boolean> {
  const rows = await queryRows<{ key: string }>(
    dataSource,
    'SELECT storage_key AS key FROM erasure_key WHERE erasure_id = $1',
    [id],
  );
  for (let from = 0; from < rows.length; from += KEYS_AT_ONCE) {
    const found = await Promise.all(rows.slice(from, from + KEYS_AT_ONCE).map(({ key }) => store.find(key)));
    if (found.some((object) => object !== null)) return true;
  }
  return false;
}

const ERASED = `
  SELECT analysis_id AS id FROM erasure_call WHERE erasure_id = $1 AND state = 'erased' AND analysis_id > $2
  ORDER BY analysis_id LIMIT $3`;
const HAS_DEFERRED = "SELECT 1 FROM erasure_call WHERE erasure_id = $1 AND state = 'deferred' LIMIT 1";
const NOTED = `
  SELECT 1 FROM erasure_key k JOIN recording_deletion d ON d.storage_key = k.storage_key WHERE k.erasure_id = $1 LIMIT 1`;
const UNWRITTEN = 'SELECT 1 FROM erasure_journal WHERE erasure_id = $1 LIMIT 1';
