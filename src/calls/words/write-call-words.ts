// Makes a call searchable. A trigger has made it unsearchable when its transcript was written, so that words which were put right
// or masked are not found, by whatever code it was written.
import type { EntityManager } from 'typeorm';
import { type PreparedStatement, queryPrepared } from '../../platform/database/prepared.js';
import { queryRows, type Sql } from '../../platform/database/sql.js';
import { storable } from '../../platform/database/storable.js';
import type { TranscriptResponse } from '../results/analysis-transcript.response.js';
import { type CallWords, type SaidSegment, wordsOfCall } from './call-words.js';
import { LISTS } from './frequent-words.js';

/** Characters of a transcript that is parsed here: half an hour of speech. */
const MAX_PARSED_CHARACTERS = 200_000;

/** @param transcript JSON text of the present version. Postgres parses a long one, so that no other request waits for that. */
export async function wordsOfTranscript(sql: Sql, transcript: string): Promise<CallWords> {
  if (transcript.length > MAX_PARSED_CHARACTERS)
    return wordsOfCall(await queryRows<SaidSegment>(sql, SEGMENTS, [storable(transcript)]));
  const { segments = [] }: Partial<TranscriptResponse> = JSON.parse(transcript);
  return wordsOfCall(segments);
}

const SEGMENTS = `
  SELECT speaker, text FROM ROWS FROM (json_to_recordset($1::json->'segments') AS (speaker text, text text))
    WITH ORDINALITY AS said (speaker, text, n) ORDER BY n`;

/**
 * In the transaction that has written the transcript, or that has locked the analysis. Nothing is written where the call is
 * searchable, nor where the partition of its month is not there yet: a sweep makes it, and comes back to the call.
 */
export async function writeCallWords(tx: EntityManager, analysisId: string, said: CallWords): Promise<void> {
  const { words, pieces } = said;
  if (pieces.length === 0) await queryPrepared(tx, WRITE, [analysisId, words]);
  else await queryPrepared(tx, WRITE_PIECES, [analysisId, words, pieces]);
}

const written = (inPieces: boolean) => `
  written AS (
    INSERT INTO call_words (analysis_id, account_id, livemode, created_at, agent_id, contact_id, in_pieces, words, frequent_words)
    SELECT a.id, a.account_id, a.livemode, a.created_at, a.agent_id, a.contact_id, ${inPieces}, $2::tsvector, ${LISTS}
    FROM unsearchable_call u JOIN analysis a ON a.id = u.analysis_id
    WHERE u.analysis_id = $1 AND to_regclass(call_words_partition(a.created_at)) IS NOT NULL
    RETURNING analysis_id)`;
const SEARCHABLE = 'DELETE FROM unsearchable_call WHERE analysis_id IN (SELECT analysis_id FROM written)';

const WRITE: PreparedStatement = { name: 'write-call-words', text: `WITH ${written(false)} ${SEARCHABLE}` };
const WRITE_PIECES: PreparedStatement = {
  name: 'write-call-words-in-pieces',
  text: `WITH ${written(true)},
    pieces AS (
      INSERT INTO call_words_piece (analysis_id, piece, words)
      SELECT written.analysis_id, piece.n, piece.words::tsvector
      FROM written, unnest($3::text[]) WITH ORDINALITY AS piece (words, n))
    ${SEARCHABLE}`,
};
