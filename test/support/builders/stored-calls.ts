// Completed calls in any number, for what reads stored calls: each is a copy of one that the pipeline worked on.
import type pg from 'pg';

export interface CopyOptions {
  readonly agentId?: string;
  readonly contactId?: string;
  /** Of the first copy; each further one is a second older. Default: now. */
  readonly createdAt?: Date;
  readonly livemode?: boolean;
  /** Default false: the copy passes for a call with a recording. */
  readonly isScenario?: boolean;
}

/** @param source id of a completed call @returns the ids of the copies, newest first */
export async function copyCall(
  db: pg.Pool,
  source: string,
  copies: number,
  { agentId = 'agent-7', contactId = 'cust-42', createdAt, livemode = true, isScenario = false }: CopyOptions = {},
): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(COPY, [
    source,
    copies,
    agentId,
    contactId,
    createdAt ?? new Date(Date.now() - 1000),
    livemode,
    isScenario,
  ]);
  return rows.map(({ id }) => id);
}

const COPY = `
  WITH wanted AS MATERIALIZED (
    SELECT gen_random_uuid() AS id, $5::timestamptz - n * interval '1 second' AS at FROM generate_series(0, $2::int - 1) AS n),
  call AS (
    INSERT INTO analysis (id, account_id, livemode, agent_id, contact_id, request_id, storage_key, audio_format, scenario, status,
      percent, channels, duration_ms, language, damaged, created_at, settled_at)
    SELECT w.id, a.account_id, $6, $3, $4, 'copied', CASE WHEN $7 THEN NULL ELSE 'recordings/' || w.id END, 'wav',
      CASE WHEN $7 THEN a.scenario END, 'completed', 100, a.channels, a.duration_ms, a.language, a.damaged, w.at, w.at
    FROM analysis a, wanted w WHERE a.id = $1
    RETURNING id),
  payload AS (
    INSERT INTO analysis_payload (analysis_id, transcript, words, results, metrics, engine, results_summary)
    SELECT call.id, p.transcript, p.words, p.results, p.metrics, p.engine, p.results_summary
    FROM analysis_payload p, call WHERE p.analysis_id = $1)
  SELECT id FROM wanted ORDER BY at DESC`;
