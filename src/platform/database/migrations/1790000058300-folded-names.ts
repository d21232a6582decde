// Lists find identifiers as the search in transcripts finds words: without case and accents, ß as ss.
import type { QueryRunner } from 'typeorm';
import { foldingCollation } from './baseline/listing.js';

/** Accents of Latin, Greek and Cyrillic; vowel signs of Hebrew and Arabic; marks that are not seen. As in `search-words.ts`. */
const ACCENTS =
  '[\\u0300-\\u036f\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7\\u0640\\u064b-\\u065f\\u0670\\u00ad\\u200b-\\u200f\\u2060\\ufeff]';
const PAIRS = [
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['þ', 'th'],
] as const;

export class FoldedNames1790000058300 {
  /** Sets the function and what it has folded in one transaction. Text of ASCII alone is folded as before. */
  async up(runner: QueryRunner): Promise<void> {
    const collation = await foldingCollation(runner);
    const bare = `regexp_replace(lower(upper(normalize(value, NFKD)${collation})), '${ACCENTS}', '', 'g')`;
    // cspell:disable-next-line
    const letters = `translate(${bare}, 'øđðħłŧıŋĸς', 'oddhltinkσ')`;
    const folded = PAIRS.reduce((sql, [letter, pair]) => `replace(${sql}, '${letter}', '${pair}')`, letters);
    await runner.query(`
      CREATE OR REPLACE FUNCTION analysis_folded(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
      RETURN CASE WHEN octet_length(value) = char_length(value) THEN lower(upper(value${collation})) ELSE ${folded} END`);
    await runner.query(`
      UPDATE analysis_party SET folded = analysis_folded(value)
      WHERE octet_length(value) <> char_length(value) AND folded IS DISTINCT FROM analysis_folded(value)`);
  }
}
