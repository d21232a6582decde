// Completed calls of which only the words matter, straight in the database.
import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { wordsOfTranscript, writeCallWords } from '../../../src/calls/words/write-call-words.js';

export interface Said {
  readonly speaker: string;
  readonly text: string;
}

export interface SaidCall {
  readonly segments: readonly Said[];
  readonly createdAt?: Date;
  readonly agentId?: string;
  readonly contactId?: string;
  readonly livemode?: boolean;
}

/** As clients receive it; each segment lasts a second. */
export function transcriptOf(segments: readonly Said[]): string {
  return JSON.stringify({
    version: 1,
    text: '',
    language: null,
    segments: segments.map(({ speaker, text }, id) => ({ id, speaker, channel: null, start: id, end: id + 1, text })),
  });
}

/** As an earlier release leaves it: not searchable. */
export async function addUnsearchableCall(
  dataSource: DataSource,
  accountId: string,
  { segments, createdAt = new Date(), agentId = 'agent-7', contactId = 'cust-42', livemode = true }: SaidCall,
): Promise<string> {
  const id = randomUUID();
  await dataSource.query(
    `INSERT INTO analysis (id, account_id, livemode, agent_id, contact_id, request_id, storage_key, audio_format, status, created_at, settled_at)
     VALUES ($1::uuid, $2, $3, $4, $5, 'said', 'recordings/' || $1::uuid, 'wav', 'completed', $6, $6)`,
    [id, accountId, livemode, agentId, contactId, createdAt.toISOString()],
  );
  await dataSource.query(
    `INSERT INTO analysis_payload (analysis_id, transcript, words, results, metrics, engine) VALUES ($1, $2, $2, '{}', '{}', '{}')`,
    [id, transcriptOf(segments)],
  );
  return id;
}

export async function addSaidCall(dataSource: DataSource, accountId: string, call: SaidCall): Promise<string> {
  const id = await addUnsearchableCall(dataSource, accountId, call);
  await makeSearchable(dataSource, id, call.createdAt);
  return id;
}

export async function makeSearchable(dataSource: DataSource, id: string, createdAt = new Date()): Promise<void> {
  await dataSource.query('SELECT make_call_words_partition($1)', [createdAt.toISOString()]);
  const [{ transcript }] = await dataSource.query('SELECT transcript FROM analysis_payload WHERE analysis_id = $1', [
    id,
  ]);
  const said = await wordsOfTranscript(dataSource, transcript);
  await dataSource.transaction((tx) => writeCallWords(tx, id, said));
}

/** As an earlier release has stored them: searchable, without pairs of frequent words. */
export async function unpair(dataSource: DataSource, ids: readonly string[]): Promise<void> {
  await dataSource.query(
    `UPDATE call_words SET frequent_words = 0,
       words = ts_delete(words, ARRAY(SELECT lexeme FROM unnest(words) WHERE starts_with(lexeme, '_')))
     WHERE analysis_id = ANY ($1)`,
    [ids],
  );
}

/**
 * Searchable copies of a searchable call, each so much older than the one before.
 * @returns their ids, newest first
 */
export async function copySaidCall(
  dataSource: DataSource,
  id: string,
  copies: number,
  stepMs: number,
): Promise<string[]> {
  const ids = Array.from({ length: copies }, () => randomUUID());
  const made = `unnest($2::uuid[]) WITH ORDINALITY AS made (id, n)`;
  const at = `c.created_at - made.n * $3::int * interval '1 millisecond'`;
  const of = [id, ids, stepMs];
  await dataSource.transaction(async (tx) => {
    await tx.query(
      `INSERT INTO analysis (id, account_id, livemode, agent_id, contact_id, request_id, storage_key, audio_format, status, created_at, settled_at)
       SELECT made.id, account_id, livemode, agent_id, contact_id, 'said', 'recordings/' || made.id, 'wav', 'completed', ${at}, now()
       FROM analysis c, ${made} WHERE c.id = $1`,
      of,
    );
    // Triggers would read the words of each copy.
    await tx.query('SET LOCAL session_replication_role = replica');
    await tx.query(
      `INSERT INTO analysis_payload (analysis_id, transcript, words, results, metrics, engine)
       SELECT made.id, transcript, words, results, metrics, engine FROM analysis_payload p, unnest($2::uuid[]) AS made (id)
       WHERE p.analysis_id = $1`,
      [id, ids],
    );
    await tx.query(
      `INSERT INTO call_words SELECT made.id, account_id, livemode, ${at}, agent_id, contact_id, in_pieces, words,
         frequent_words
       FROM call_words c, ${made} WHERE c.analysis_id = $1`,
      of,
    );
  });
  return ids;
}
