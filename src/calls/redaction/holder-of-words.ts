// Columns that hold words of a call, each declared in the folder that owns the table. `masking/holders-of-words.ts` has the
// list of all; deletion and masking follow it.
import type { EntityManager } from 'typeorm';
import { queryRow, queryRows, type Sql } from '../../platform/database/sql.js';
import { storable } from '../../platform/database/storable.js';
import { wordsOfTranscript, writeCallWords } from '../words/write-call-words.js';

/**
 * - `words`, `transcript`: JSON of a version of the transcript, with or without its words.
 * - `judged`: JSON with quotations, sentences and notes.
 * - `note`: what a person wrote.
 * - `changes`: JSON of what a person puts right in a transcript.
 */
export type KindOfText = 'words' | 'transcript' | 'judged' | 'note' | 'changes';

export interface HolderOfWords {
  readonly table: string;
  /** Columns of its primary key. */
  readonly key: readonly string[];
  /** SQL condition on its rows: those of the calls in $1. */
  readonly ofCall: string;
  /** The columns that are masked. Empty: its rows are deleted, because they are made again. */
  readonly texts: Readonly<Record<string, KindOfText>>;
  /** SQL of the version that a transcript in the row has. */
  readonly version?: string;
}

/** One text of one row. */
export interface HeldText {
  readonly holder: HolderOfWords;
  readonly key: readonly string[];
  readonly column: string;
  readonly kind: KindOfText;
  readonly version: number | null;
  readonly text: string;
}

export async function readTexts(sql: Sql, holders: readonly HolderOfWords[], analysisId: string): Promise<HeldText[]> {
  const texts: HeldText[] = [];
  for (const holder of holders) {
    if (isForgotten(holder)) continue;
    for (const row of await queryRows<HeldRow>(sql, selecting(holder), [[analysisId]])) {
      for (const [column, kind] of Object.entries(holder.texts)) {
        const text = row[column];
        if (typeof text !== 'string') continue;
        const version = kind === 'words' || kind === 'transcript' ? row.version_of_row : null;
        texts.push({ holder, key: row.key_of_row, column, kind, version, text });
      }
    }
  }
  return texts;
}

/** Another one once any of the texts has changed, or a text came or went. */
export async function digestOf(sql: Sql, holders: readonly HolderOfWords[], analysisId: string): Promise<string> {
  const digests = holders.filter((holder) => !isForgotten(holder)).map(digesting);
  const row = await queryRow<{ digest: string }>(sql, `SELECT concat_ws(' ', ${digests.join(', ')}) AS digest`, [
    [analysisId],
  ]);
  return row?.digest ?? '';
}

/** @param after by its place; null where the text stays */
export async function writeTexts(
  tx: EntityManager,
  before: readonly HeldText[],
  after: readonly (string | null)[],
): Promise<void> {
  for (const [at, { holder, key, column }] of before.entries()) {
    const text = after[at];
    if (text === null || text === undefined) continue;
    const ofRow = holder.key.map((name, index) => `${name} = $${index + 2}`).join(' AND ');
    await tx.query(`UPDATE ${holder.table} SET ${column} = $1 WHERE ${ofRow}`, [storable(text), ...key]);
    const [analysisId] = key;
    if (holder.table === 'analysis_payload' && column === 'transcript' && analysisId !== undefined)
      await writeCallWords(tx, analysisId, await wordsOfTranscript(tx, text));
  }
}

/** Deletes the rows of what is made again. */
export async function forgetTexts(
  tx: EntityManager,
  holders: readonly HolderOfWords[],
  analysisIds: readonly string[],
): Promise<void> {
  for (const { table, ofCall } of holders.filter(isForgotten))
    await tx.query(`DELETE FROM ${table} WHERE ${ofCall}`, [analysisIds]);
}

/**
 * Rewrites the texts of calls that the transaction has locked, with one statement to read and one to write for each table.
 * @param rewritten gives the text that takes the place of one; null empties the column
 */
export async function rewriteTexts(
  tx: EntityManager,
  holders: readonly HolderOfWords[],
  analysisIds: readonly string[],
  rewritten: (kind: KindOfText, text: string) => string | null,
): Promise<void> {
  for (const { table, ofCall, texts } of holders.filter((holder) => !isForgotten(holder))) {
    const columns = Object.keys(texts);
    const rows = await queryRows<RowTexts>(
      tx,
      `SELECT ctid::text AS place, ${columns.join(', ')} FROM ${table} WHERE ${ofCall} FOR NO KEY UPDATE`,
      [analysisIds],
    );
    if (rows.length === 0) continue;
    const after = Object.entries(texts).map(([column, kind]) =>
      rows.map(({ [column]: text }) => (typeof text === 'string' ? rewritten(kind, text) : null)),
    );
    const given = columns.map((_, at) => `$${at + 2}::text[]`).join(', ');
    await tx.query(
      `UPDATE ${table} SET ${columns.map((column) => `${column} = after.${column}`).join(', ')}
       FROM unnest($1::tid[], ${given}) AS after (place, ${columns.join(', ')}) WHERE ${table}.ctid = after.place`,
      [rows.map(({ place }) => place), ...after],
    );
  }
}

interface RowTexts extends Readonly<Record<string, unknown>> {
  /** Place of the row in its table, which stays as long as it is locked. */
  readonly place: string;
}

const isForgotten = ({ texts }: HolderOfWords) => Object.keys(texts).length === 0;

interface HeldRow extends Readonly<Record<string, unknown>> {
  readonly key_of_row: string[];
  readonly version_of_row: number | null;
}

const selecting = ({ table, key, ofCall, texts, version = 'NULL::int' }: HolderOfWords) =>
  `SELECT ARRAY[${key.map((name) => `${name}::text`).join(', ')}] AS key_of_row, ${version} AS version_of_row,
     ${Object.keys(texts).join(', ')}
   FROM ${table} WHERE ${ofCall} ORDER BY 1`;

const digesting = ({ table, key, ofCall, texts, version = 'NULL::int' }: HolderOfWords) => {
  const columns = [...key, version, ...Object.keys(texts)].map((column) => `coalesce(md5((${column})::text), '-')`);
  return `(SELECT md5(coalesce(string_agg(${columns.join(' || ')}, ' ' ORDER BY ${key.join(', ')}), '')) FROM ${table} WHERE ${ofCall})`;
};
