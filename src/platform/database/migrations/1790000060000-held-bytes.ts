// Bytes that each account holds without paying minutes for them. Triggers add what every row of the tables below takes, in the
// transaction that writes the row; `held_bytes_recounted()` counts the same from scratch.
import type { QueryRunner } from 'typeorm';

export interface HeldTable {
  readonly table: string;
  /** Name of the sum that clients see. */
  readonly kind: string;
  /** Columns of type text or bytea that vary in length. */
  readonly texts: string;
  /** Columns of type jsonb. */
  readonly json?: string;
  /** Columns of type text[]. */
  readonly lists?: string;
  /** SQL of further bytes. */
  readonly more?: (row: string) => string;
  /** SQL condition on a row; other rows count nothing. */
  readonly only?: (row: string) => string;
  /** Rows are written and deleted many at once: triggers run once a statement, also for updates where this is `always`. */
  readonly inBulk?: 'inserts and deletes' | 'always';
  /** The table whose row has the account, and the column that names this row. The migration adds the column `account_id`. */
  readonly parent?: { readonly table: string; readonly key: string };
}

/** A row with its entries in the indexes, besides its texts. */
const ROW_BYTES = 200;
/** Sums have wide rows: three histograms of scores, and keys of ten columns. */
const SUM_ROW_BYTES = 320;

const SUMS: HeldTable = {
  table: '',
  kind: 'statistics',
  texts: 'agent_id team language direction',
  json: 'items',
  more: () => String(SUM_ROW_BYTES - ROW_BYTES),
  // Live calls have paid minutes for their sums.
  only: (row) => `NOT ${row}.livemode`,
  inBulk: 'always',
};

export const HELD_TABLES: readonly HeldTable[] = [
  {
    table: 'review',
    kind: 'reviews',
    texts: 'agent_id reviewer_id principal_id note findings violations answers scores',
  },
  { table: 'correction', kind: 'corrections', texts: 'changes speakers reviewer_id note error_message' },
  {
    table: 'transcript_version',
    kind: 'corrections',
    texts: 'transcript words results metrics engine',
    parent: { table: 'analysis', key: 'analysis_id' },
  },
  {
    table: 'batch',
    kind: 'batches',
    texts: 'defaults webhook_url error_message',
    lists: 'column_names ignored_columns',
  },
  {
    table: 'batch_line',
    kind: 'batches',
    texts: 'body external_id faults',
    inBulk: 'inserts and deletes',
    parent: { table: 'batch', key: 'batch_id' },
  },
  {
    table: 'source_item',
    kind: 'sources',
    texts: 'object_key version external_id',
    json: 'submission error',
    inBulk: 'always',
  },
  {
    table: 'idempotency_key',
    kind: 'answers',
    texts: 'body content_type renders',
    lists: 'subjects',
    only: (row) => `${row}.body IS NOT NULL`,
    inBulk: 'inserts and deletes',
  },
  {
    table: 'export',
    kind: 'exports',
    texts: 'filter webhook_url',
    lists: 'column_names',
    more: (row) => `CASE WHEN ${row}.storage_key IS NULL THEN 0 ELSE ${row}.size_bytes END`,
  },
  { table: 'redaction', kind: 'redactions', texts: 'wanted filter webhook_url' },
  { table: 'call_redaction', kind: 'redactions', texts: 'wanted delivered_before searched sound answer error_message' },
  { table: 'rescore', kind: 'rescores', texts: 'filter estimate webhook_url' },
  {
    table: 'webhook_delivery',
    kind: 'notifications',
    texts: 'url detail',
    // These tell of calls that were paid for, and of evaluations, which a plan counts.
    only: (row) => `${row}.event NOT IN ('analysis.completed', 'analysis.failed', 'evaluation.completed')`,
  },
  { ...SUMS, table: 'stat_hour' },
  { ...SUMS, table: 'stat_day' },
  { ...SUMS, table: 'stat_month' },
];

const wordsOf = (list = '') => list.split(' ').filter(Boolean);

/** SQL of the bytes of a row. Lengths are those before compression, which no statement has to read the texts for. */
function bytesOf({ texts, json, lists, more, only }: HeldTable, row: string): string {
  const lengths = [
    ...wordsOf(texts).map((column) => `octet_length(${row}.${column})`),
    ...wordsOf(json).map((column) => `octet_length(${row}.${column}::text)`),
    ...wordsOf(lists).map((column) => `octet_length(array_to_string(${row}.${column}, ','))`),
    ...(more ? [more(row)] : []),
  ];
  const sum = [`${ROW_BYTES}::bigint`, ...lengths.map((length) => `coalesce(${length}, 0)`)].join(' + ');
  return only ? `CASE WHEN ${only(row)} THEN ${sum} ELSE 0 END` : `(${sum})`;
}

const TABLE = `
  CREATE TABLE IF NOT EXISTS held_bytes (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    account_id uuid NOT NULL,
    kind text NOT NULL,
    -- One of the addends of the sum. It may be below zero: what one transaction adds here, another takes away there.
    bytes bigint NOT NULL
  ) WITH (fillfactor = 50);
  CREATE INDEX IF NOT EXISTS held_bytes_account_idx ON held_bytes (account_id, kind);
  -- Adds to a row that no other transaction holds, and makes one where all are held: no transaction waits for another one, and an
  -- account has as many rows of a kind as transactions wrote it at the same time.
  CREATE OR REPLACE FUNCTION hold_bytes(of_account uuid, of_kind text, change bigint) RETURNS void LANGUAGE plpgsql AS $$
  DECLARE
    free bigint;
  BEGIN
    -- The account is gone where its erasure deletes the row.
    IF change = 0 OR NOT EXISTS (SELECT FROM account WHERE id = of_account) THEN RETURN; END IF;
    SELECT id INTO free FROM held_bytes WHERE account_id = of_account AND kind = of_kind
      ORDER BY id LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED;
    IF FOUND THEN UPDATE held_bytes SET bytes = bytes + change WHERE id = free;
    ELSE INSERT INTO held_bytes (account_id, kind, bytes) VALUES (of_account, of_kind, change);
    END IF;
  END $$;
  CREATE OR REPLACE FUNCTION account_holds_nothing() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    DELETE FROM held_bytes WHERE account_id = OLD.id;
    RETURN NULL;
  END $$;
  CREATE OR REPLACE TRIGGER account_held AFTER DELETE ON account FOR EACH ROW EXECUTE FUNCTION account_holds_nothing();`;

const addRows = ({ kind, ...of }: HeldTable, rows: readonly (readonly [sign: '+' | '-', name: string])[]) => `
      PERFORM hold_bytes(account_id, '${kind}', sum(bytes)::bigint) FROM (
        ${rows.map(([sign, name]) => `SELECT account_id, ${sign}${bytesOf({ kind, ...of }, 'r')} AS bytes FROM ${name} AS r`).join('\n        UNION ALL ')}
      ) AS changed GROUP BY account_id;`;

/** Function and triggers of one table. */
export function triggersOf(held: HeldTable): string {
  const { table, kind, inBulk } = held;
  const [oldBytes, newBytes] = [bytesOf(held, 'OLD'), bytesOf(held, 'NEW')];
  const perStatement = (event: string, transition: string) =>
    `CREATE TRIGGER ${table}_held_${event} AFTER ${event} ON ${table} REFERENCING ${transition} FOR EACH STATEMENT EXECUTE FUNCTION ${table}_held();`;
  const perRow = (event: string, when = '') =>
    `CREATE TRIGGER ${table}_held_${event} AFTER ${event} ON ${table} FOR EACH ROW${when} EXECUTE FUNCTION ${table}_held();`;
  const counts = (record: 'OLD' | 'NEW') => (held.only ? ` WHEN (${held.only(record)})` : '');
  // Without a list of columns: triggers that run before this one change columns that the statement does not name.
  const onUpdate = perRow('UPDATE', ` WHEN (${oldBytes} <> ${newBytes})`);
  return `
  CREATE OR REPLACE FUNCTION ${table}_held() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'INSERT' THEN ${inBulk ? addRows(held, [['+', 'inserted']]) : `PERFORM hold_bytes(NEW.account_id, '${kind}', ${newBytes});`}
    ELSIF TG_OP = 'DELETE' THEN ${inBulk ? addRows(held, [['-', 'deleted']]) : `PERFORM hold_bytes(OLD.account_id, '${kind}', -${oldBytes});`}
    ELSE ${
      inBulk === 'always'
        ? addRows(held, [
            ['+', 'inserted'],
            ['-', 'deleted'],
          ])
        : `PERFORM hold_bytes(NEW.account_id, '${kind}', ${newBytes} - ${oldBytes});`
    }
    END IF;
    RETURN NULL;
  END $$;
  ${inBulk ? perStatement('INSERT', 'NEW TABLE AS inserted') : perRow('INSERT', counts('NEW'))}
  ${inBulk ? perStatement('DELETE', 'OLD TABLE AS deleted') : perRow('DELETE', counts('OLD'))}
  ${inBulk === 'always' ? perStatement('UPDATE', 'OLD TABLE AS deleted NEW TABLE AS inserted') : onUpdate}`;
}

/** Names the account in the row itself: when a row goes with its parent, the parent can no longer be asked. */
const accountOf = (table: string, parent: NonNullable<HeldTable['parent']>) => `
  ALTER TABLE ${table} ADD COLUMN IF NOT EXISTS account_id uuid;
  CREATE OR REPLACE FUNCTION ${table}_takes_account() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    NEW.account_id := (SELECT account_id FROM ${parent.table} WHERE id = NEW.${parent.key});
    RETURN NEW;
  END $$;
  CREATE OR REPLACE TRIGGER ${table}_account BEFORE INSERT ON ${table}
    FOR EACH ROW WHEN (NEW.account_id IS NULL) EXECUTE FUNCTION ${table}_takes_account();`;

/** Fills the accounts of a few parents' rows. $1: the last parent of the page before. */
const fillAccounts = (table: string, { table: parent, key }: NonNullable<HeldTable['parent']>) => `
  WITH page AS MATERIALIZED (
    SELECT DISTINCT ${key} FROM ${table} WHERE ${key} > $1 ORDER BY ${key} LIMIT 5),
  filled AS (
    UPDATE ${table} c SET account_id = p.account_id FROM page JOIN ${parent} p ON p.id = page.${key}
    WHERE c.${key} = page.${key} AND c.account_id IS NULL)
  SELECT max(${key}::text) AS last FROM page`;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

export const sumsOf = (held: HeldTable) => `
    SELECT r.account_id, '${held.kind}'::text AS kind, sum(${bytesOf(held, 'r')})::bigint AS bytes FROM ${held.table} AS r
    WHERE r.account_id IS NOT NULL GROUP BY r.account_id`;

/** Counts from scratch: a row for each account and kind that holds anything. */
export const recountOf = (tables: readonly HeldTable[]) => `
  CREATE OR REPLACE FUNCTION held_bytes_recounted() RETURNS TABLE (account_id uuid, kind text, bytes bigint) LANGUAGE sql STABLE AS $$
    SELECT s.account_id, s.kind, sum(s.bytes)::bigint FROM (${tables.map(sumsOf).join('\n    UNION ALL')}
    ) AS s GROUP BY s.account_id, s.kind HAVING sum(s.bytes) <> 0
  $$;`;

export class HeldBytes1790000060000 {
  /** Each table is counted in a transaction of its own, which keeps writers of that table out. A killed run goes on. */
  readonly transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    // A large table takes longer than statements of the service may.
    await runner.query('SET statement_timeout = 0');
    await runner.query(TABLE);
    for (const held of HELD_TABLES) {
      const [made] = await runner.query('SELECT FROM pg_trigger WHERE tgname = $1', [`${held.table}_held_insert`]);
      if (made) continue;
      if (held.parent) await this.nameAccounts(runner, held.table, held.parent);
      await runner.startTransaction();
      try {
        await runner.query(triggersOf(held));
        await runner.query(`INSERT INTO held_bytes (account_id, kind, bytes) ${sumsOf(held)}`);
        await runner.commitTransaction();
      } catch (error) {
        await runner.rollbackTransaction();
        throw error;
      }
    }
    await runner.query(recountOf(HELD_TABLES));
    await runner.query('RESET statement_timeout');
  }

  private async nameAccounts(
    runner: QueryRunner,
    table: string,
    parent: NonNullable<HeldTable['parent']>,
  ): Promise<void> {
    await runner.query(accountOf(table, parent));
    for (let last: string | null = BEFORE_ALL; last !== null; ) {
      const [page]: { last: string | null }[] = await runner.query(fillAccounts(table, parent), [last]);
      last = page?.last ?? null;
    }
  }
}
