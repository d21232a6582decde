// Completed calls of which only the words matter, straight in the database.
import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { wordsOfTranscript, writeCallWords } from '../../../src/analysis/words/write-call-words.js';

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
  const said = await wordsOfTranscript(transcript);
  await dataSource.transaction((tx) => writeCallWords(tx, id, said));
}
