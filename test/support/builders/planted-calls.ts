// Stored calls in which a card number was said, for what masks them afterwards.
import type pg from 'pg';
import { segmentsOf } from '../audio/segments.js';
import { storeCall } from './evaluated-calls.js';
import { CLEAR_TRANSCRIPT } from './judged-call.js';
import { copyCall } from './stored-calls.js';

export const PLANTED_CARD = '4111 1111 1111 1111';
const LINES = [
  ['agent', 'Thank you for calling. This call is recorded. How can I help you?'],
  ['customer', `My card is ${PLANTED_CARD}.`],
] as const;
const TRANSCRIPT = { ...CLEAR_TRANSCRIPT, segments: segmentsOf(LINES, { words: true, confidence: 0.9 }) };

/** Has the account mask card numbers in texts alone, so that no recording is needed. */
export async function maskTexts(db: pg.Pool, accountId: string): Promise<void> {
  const settings = {
    mode: 'text',
    types: ['card_number'],
    countries: ['US', 'GB', 'DE'],
    custom: [],
    replacement: 'label',
    audio: 'tone',
    original_recording: 'keep',
  };
  await db.query('INSERT INTO redaction_settings (account_id, settings) VALUES ($1, $2)', [
    accountId,
    JSON.stringify(settings),
  ]);
}

/** @returns the ids, newest first */
export async function storePlanted(
  db: pg.Pool,
  accountId: string,
  calls: number,
  agentId = 'agent-7',
): Promise<string[]> {
  const source = await storeCall(db, accountId, { transcript: TRANSCRIPT });
  const copies = await copyCall(db, source, calls, { agentId });
  await db.query('DELETE FROM analysis WHERE id = $1', [source]);
  return copies;
}

/** How many calls of the account hold the number in their transcript. */
export async function countPlanted(db: pg.Pool, accountId: string): Promise<number> {
  const { rows } = await db.query(
    `SELECT count(*)::int AS n FROM analysis a JOIN analysis_payload p ON p.analysis_id = a.id
     WHERE a.account_id = $1 AND (p.transcript LIKE $2 OR p.words LIKE $2)`,
    [accountId, `%${PLANTED_CARD}%`],
  );
  return rows[0].n;
}
