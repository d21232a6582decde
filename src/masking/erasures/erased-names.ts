// The name of an agent or a contact, in every place of the list of traces: taken out of the rows of calls, taken out of all
// others, and looked for afterwards.
import type { EntityManager } from 'typeorm';
import { isInHold } from '../../calls/holds/held-calls.js';
import { endExportsOf } from '../../calls/retention/end-parts.js';
import { eraseRater } from '../../judging/calibration/erase-rater.js';
import { queryRow, queryRows, type Sql } from '../../platform/database/sql.js';
import { TRACES, type Trace } from '../traces.js';

export interface ErasedName {
  readonly accountId: string;
  readonly kind: 'agent' | 'contact';
  readonly name: string;
  /** Rows that came later are of another person. */
  readonly by: Date;
  /** False: rows of test mode alone. */
  readonly livemode: boolean;
}

const ERASED = 'erased';
const OF_CALL = 'analysis_id = $1';
const traces: readonly (readonly [string, Trace])[] = Object.values(TRACES).flatMap((tables) => Object.entries(tables));
const words = (list = '') => list.split(' ').filter(Boolean);

/** Contacts stand in their own columns alone; agents also where persons act. */
const namesOf = ({ names }: Trace, kind: ErasedName['kind']) =>
  words(names).filter((column) => (column === 'contact_id') === (kind === 'contact'));

/** Rows that belong to a call; those of sessions are rewritten with their session. */
const OF_CALLS = traces.filter(
  ([table, { call, names, follows }]) => call === OF_CALL && names && !follows && table !== 'calibration_rating',
);

/** SQL of the ids of the calls in which the name stands. $1: account, $2: name. */
export const callsNaming = (kind: ErasedName['kind']) =>
  OF_CALLS.flatMap(([table, trace]) => {
    const columns = namesOf(trace, kind).filter((column) => column !== 'agent_id' && column !== 'contact_id');
    if (columns.length === 0) return [];
    const named = columns.map((column) => `${column} = $2`).join(' OR ');
    return [`SELECT analysis_id FROM ${table} WHERE account_id = $1 AND (${named}) AND analysis_id IS NOT NULL`];
  });

/** Takes the name out of the rows of calls that the transaction has locked. */
export async function eraseNameInCalls(
  tx: EntityManager,
  { kind, name }: ErasedName,
  ids: readonly string[],
): Promise<void> {
  const analysis = [`${kind}_id`];
  await tx.query(renaming('analysis', analysis, 'id = ANY($2::uuid[])'), [name, ids]);
  for (const [table, trace] of OF_CALLS) {
    const columns = namesOf(trace, kind);
    if (columns.length > 0) await tx.query(renaming(table, columns, 'analysis_id = ANY($2::uuid[])'), [name, ids]);
  }
  // Files of exports hold the name too.
  await endExportsOf(tx, ids);
}

const renaming = (table: string, columns: readonly string[], which: string) =>
  `UPDATE ${table} SET ${columns.map((column) => `${column} = CASE WHEN ${column} = $1 THEN '${ERASED}' ELSE ${column} END`).join(', ')}
   WHERE ${which} AND (${columns.map((column) => `${column} = $1`).join(' OR ')})`;

interface Column {
  readonly table: string;
  readonly column: string;
  readonly type: string;
}

/** A table outside of the calls, with what its statements need. */
interface Place {
  readonly table: string;
  readonly names: readonly string[];
  readonly mentions: readonly (readonly [column: string, type: string])[];
  readonly chooses: boolean;
  readonly hasId: boolean;
  /** SQL condition. $1: account, $4: time. */
  readonly which: string;
}

async function placesOf(sql: Sql, { kind, livemode }: ErasedName, keepsHolds: boolean): Promise<Place[]> {
  const all = await queryRows<Column>(
    sql,
    `SELECT table_name AS table, column_name AS column, udt_name AS type FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name = ANY($1)`,
    [traces.map(([table]) => table)],
  );
  const typeOf = new Map(all.map(({ table, column, type }) => [`${table}.${column}`, type]));
  return traces.flatMap(([table, trace]): Place[] => {
    const { account, mentions, follows, call, since, chooses } = trace;
    const has = (column: string) => typeOf.has(`${table}.${column}`);
    if (follows || account !== 'account_id = $1') return [];
    // Calls and their rows are rewritten by their ids alone, since a hold may keep them.
    const isOfCall = table === 'analysis' || (call === OF_CALL && table !== 'review_link');
    const names = isOfCall || SESSIONS.includes(table) ? [] : namesOf(trace, kind);
    if (names.length === 0 && !mentions) return [];
    if (!livemode && !has('livemode')) return [];
    return [
      {
        table,
        names,
        mentions: words(mentions).map((column) => [column, typeOf.get(`${table}.${column}`) ?? 'text'] as const),
        chooses: chooses === true,
        hasId: typeOf.get(`${table}.id`) === 'uuid',
        which: [
          'account_id = $1 AND $3::text IS NOT NULL',
          `coalesce(${since ?? (has('created_at') ? `${table}.created_at` : 'NULL')}, '-infinity'::timestamptz) <= $4`,
          ...(livemode ? [] : ['NOT livemode']),
          ...(table === 'review_link' ? ['analysis_id IS NULL'] : []),
          // The filter of an active hold keeps what is not erased yet.
          ...(table === 'hold' && keepsHolds ? ["status <> 'active'"] : []),
        ].join(' AND '),
      },
    ];
  });
}

/** Sessions in which several rate the same calls: a name stands in them once. */
const SESSIONS = ['calibration', 'calibration_rating'];
const RATES = `$3::text IS NOT NULL AND ($2 = ANY(reviewer_ids) OR expert_id = $2
  OR EXISTS (SELECT FROM calibration_rating r WHERE r.calibration_id = calibration.id AND r.reviewer_id = $2))`;

const parametersOf = ({ accountId, name, by }: ErasedName) => [accountId, name, JSON.stringify(name).slice(1, -1), by];

/**
 * Takes the name out of filters, settings, members and typed texts. Answers about them that were kept are forgotten.
 * @param keepsHolds active holds keep the name, since they keep calls of it
 */
export async function eraseNameElsewhere(tx: EntityManager, erased: ErasedName, keepsHolds: boolean): Promise<void> {
  const changed: string[] = [];
  for (const place of await placesOf(tx, erased, keepsHolds)) {
    const { table, which, hasId, chooses } = place;
    const returning = hasId ? 'id::text' : 'NULL';
    for (const column of place.names) {
      const value = chooses ? `'${ERASED} ' || id` : `'${ERASED}'`;
      changed.push(
        ...(await rewrite(
          tx,
          `UPDATE ${table} SET ${column} = ${value} WHERE ${which} AND ${column} = $2
        RETURNING ${returning} AS id`,
          erased,
        )),
      );
    }
    for (const [column, type] of place.mentions)
      changed.push(
        ...(await rewrite(
          tx,
          `UPDATE ${table} SET ${column} = without_name(${column}::text, $2)::${type}
        WHERE ${which} AND ${isMentioned(column)} RETURNING ${returning} AS id`,
          erased,
        )),
      );
  }
  if (erased.kind === 'agent') changed.push(...(await eraseRater(tx, erased)));
  if (changed.length > 0)
    await tx.query('SELECT forget_answers($1::text[], ARRAY[$2::uuid])', [changed, erased.accountId]);
}

const isMentioned = (column: string) =>
  `(strpos(${column}::text, $2) > 0 OR strpos(${column}::text, $3) > 0) AND without_name(${column}::text, $2) <> ${column}::text`;

async function rewrite(tx: EntityManager, statement: string, erased: ErasedName): Promise<string[]> {
  const rows = await queryRows<{ id: string | null }>(tx, statement, parametersOf(erased));
  return rows.flatMap(({ id }) => id ?? []);
}

export interface FoundNames {
  /** Tables in which the name stands. */
  readonly tables: readonly string[];
  /** Sums that a sweep has not brought up to date yet. */
  readonly sums: readonly string[];
}

/** Looks for the name everywhere but in calls that an active hold keeps. @param keepsHolds some of its calls are kept */
export async function findName(sql: Sql, erased: ErasedName, keepsHolds: boolean): Promise<FoundNames> {
  const tables: string[] = [];
  for (const { table, names, mentions, which } of await placesOf(sql, erased, keepsHolds)) {
    const conditions = [...names.map((column) => `${column} = $2`), ...mentions.map(([column]) => isMentioned(column))];
    if (
      conditions.length > 0 &&
      (await isFound(sql, `${table} WHERE ${which} AND (${conditions.join(' OR ')})`, erased))
    )
      tables.push(table);
  }
  const ofMode = erased.livemode ? '' : 'AND NOT livemode';
  const kept = `NOT ${isInHold('a')} AND a.created_at <= $4 AND $3::text IS NOT NULL`;
  const { kind } = erased;
  if (await isFound(sql, `analysis a WHERE account_id = $1 AND ${kind}_id = $2 ${ofMode} AND ${kept}`, erased))
    tables.push('analysis');
  for (const [table, trace] of OF_CALLS) {
    const columns = namesOf(trace, kind);
    if (columns.length === 0) continue;
    const named = columns.map((column) => `t.${column} = $2`).join(' OR ');
    const rows = `${table} t JOIN analysis a ON a.id = t.analysis_id
      WHERE t.account_id = $1 AND (${named}) ${ofMode.replace('livemode', 'a.livemode')} AND ${kept}`;
    if (await isFound(sql, rows, erased)) tables.push(table);
  }
  if (
    kind === 'agent' &&
    (await isFound(sql, `calibration WHERE account_id = $1 AND ${RATES} ${ofMode} AND created_at <= $4`, erased))
  )
    tables.push('calibration');
  // Held calls and later ones of the same name are counted too.
  const counted = await queryRow(sql, `SELECT 1 FROM analysis WHERE account_id = $1 AND ${kind}_id = $2 LIMIT 1`, [
    erased.accountId,
    erased.name,
  ]);
  return { tables, sums: counted ? [] : await findSums(sql, erased) };
}

async function findSums(sql: Sql, { accountId, kind, name }: ErasedName): Promise<string[]> {
  const found: string[] = [];
  for (const [table, trace] of traces) {
    if (!trace.follows || table === 'call_words') continue;
    const column = table === 'analysis_party' ? `kind = '${kind}' AND value` : 'agent_id';
    if (column === 'agent_id' && kind === 'contact') continue;
    if (
      await queryRow(sql, `SELECT 1 FROM ${table} WHERE account_id = $1 AND ${column} = $2 LIMIT 1`, [accountId, name])
    )
      found.push(table);
  }
  return found;
}

const isFound = async (sql: Sql, rows: string, erased: ErasedName) =>
  (await queryRow(sql, `SELECT 1 FROM ${rows} LIMIT 1`, parametersOf(erased))) !== null;

/** Reads the name again from calls that are kept. Null where none of them has it any more. */
export async function readName(
  sql: Sql,
  { accountId, kind, hash }: { readonly accountId: string; readonly kind: ErasedName['kind']; readonly hash: string },
  ids: readonly string[],
): Promise<string | null> {
  const values = OF_CALLS.flatMap(([table, trace]) =>
    namesOf(trace, kind).map((column) => `SELECT ${column} AS name FROM ${table} WHERE analysis_id = ANY($2::uuid[])`),
  );
  const all = [`SELECT ${kind}_id AS name FROM analysis WHERE id = ANY($2::uuid[])`, ...values].join(' UNION ');
  const found = await queryRow<{ name: string }>(
    sql,
    `SELECT name FROM (${all}) AS names WHERE audit_name($1, name) = $3 LIMIT 1`,
    [accountId, ids, hash],
  );
  return found?.name ?? null;
}

/** Names in an account of which these are the HMACs, by them. */
export async function namesByHash(
  sql: Sql,
  accountId: string,
  kind: ErasedName['kind'],
  hashes: readonly string[],
): Promise<Map<string, string>> {
  const values = traces.flatMap(([table, trace]) => {
    if (trace.account !== 'account_id = $1' || trace.follows) return [];
    const columns = namesOf(trace, kind).map((column) =>
      column === 'reviewer_ids'
        ? `SELECT unnest(${column}) AS name FROM ${table} WHERE account_id = $1`
        : plain(table, column),
    );
    return [...columns, ...words(trace.mentions).map((column) => leaves(table, column))];
  });
  const party = `SELECT value FROM analysis_party WHERE account_id = $1 AND kind = '${kind}'`;
  const rows = await queryRows<{ name: string; hash: string }>(
    sql,
    `SELECT name, hash FROM (${[party, ...values].join(' UNION ')}) AS names (name),
       LATERAL audit_name($1, name) AS hash WHERE hash = ANY($2::text[])`,
    [accountId, hashes],
  );
  return new Map(rows.map(({ name, hash }) => [hash, name]));
}

const plain = (table: string, column: string) => `SELECT ${column}::text AS name FROM ${table} WHERE account_id = $1`;
/** Each string of a JSON document, or the whole of another text. */
const leaves = (table: string, column: string) =>
  `SELECT unnest(texts_within(${column}::text)) AS name FROM ${table} WHERE account_id = $1`;
