// Completed calls and published scorecards written straight into the database, for workers to judge.
import { createHash, randomUUID } from 'node:crypto';
import type pg from 'pg';
import { computeTalkMetrics } from '../../../src/judgement/talk-metrics.js';
import type { Transcript } from '../../../src/ports/transcript.js';
import type { Form, FormQuestion } from '../../../src/scorecards/form/form.js';
import { toTranscriptResponse } from '../../../src/speech/transcript/transcript-wire.js';
import { completeWith, type StubAnswer, type StubRequest } from '../stubs/openai-stub.js';
import { CLEAR_TRANSCRIPT, judge, reportOf } from './judged-call.js';

type Sql = Pick<pg.Pool, 'query'>;

export async function storeAccount(db: Sql): Promise<string> {
  const id = randomUUID();
  await db.query("INSERT INTO account (id, email, email_folded, password_hash) VALUES ($1, $2, $2, '-')", [
    id,
    `${id}@example.com`,
  ]);
  return id;
}

export interface StoredCallOptions {
  readonly webhookUrl?: string;
  readonly livemode?: boolean;
  /** Default: that of `CALL_LINES`. */
  readonly transcript?: Transcript;
}

const DURATION_MS = 60_000;
const ENGINE = { transcription: 'x', analysis: 'x', grade: 'demo', mean_confidence: null, rules_version: '1' };

/** A completed call, in the texts that a worker stores. @returns the id of the analysis */
export async function storeCall(db: Sql, accountId: string, options: StoredCallOptions = {}): Promise<string> {
  const { webhookUrl = null, livemode = true, transcript = CLEAR_TRANSCRIPT } = options;
  const durationMs = Math.max(DURATION_MS, transcript.segments.at(-1)?.endMs ?? 0);
  const id = randomUUID();
  await db.query(
    `INSERT INTO analysis (id, account_id, livemode, agent_id, contact_id, request_id, storage_key, audio_format, status,
       percent, settled_at, processing_time_ms, duration_ms, damaged, webhook_url, webhook_events)
     VALUES ($1::uuid, $2, $3, 'agent-7', 'cust-42', 'r', 'recordings/' || $1::text, 'wav', 'completed', 100, now(), 1, $4, false, $5, $6)`,
    [id, accountId, livemode, durationMs, webhookUrl, ['evaluation.completed']],
  );
  const texts = [
    toTranscriptResponse(transcript, false),
    toTranscriptResponse(transcript, true),
    judge(reportOf()),
    computeTalkMetrics({ segments: transcript.segments, durationMs }),
    ENGINE,
  ].map((part) => JSON.stringify(part));
  await db.query(
    `INSERT INTO analysis_payload (analysis_id, transcript, words, results, metrics, engine, results_summary)
     VALUES ($1, $2, $3, $4, $5, $6, '{}')`,
    [id, ...texts],
  );
  return id;
}

/** A question that a language model answers. */
export const asked = (key: string): FormQuestion => ({
  ...question(key),
  judge: { kind: 'model' },
});

/** A question that the words of the call answer with yes: "this call is recorded". */
export const heard = (key: string): FormQuestion => ({
  ...question(key),
  judge: { kind: 'phrases', any: ['call is recorded'], none: [], answer: 'yes', otherwise: 'no' },
});

function question(key: string): Omit<FormQuestion, 'judge'> {
  return {
    key,
    text: 'Did the agent say that the call is recorded?',
    guidance: null,
    speaker: 'agent',
    weight: 1,
    within: null,
    answers: [
      { key: 'yes', label: 'Yes', points: 1, needs_quote: true, auto_fail: false },
      { key: 'no', label: 'No', points: 0, needs_quote: false, auto_fail: false },
    ],
    na: false,
    applies_if: null,
    automation: 'score',
  };
}

/** A scorecard whose first revision is published. @returns its id */
export async function storeCard(
  db: Sql,
  accountId: string,
  questions: readonly FormQuestion[],
  { isDefault = false, appliesTo = {}, livemode = true } = {},
): Promise<string> {
  const id = randomUUID();
  const section = { key: 'only', title: 'Only', weight: 1, questions };
  const form = JSON.stringify({ language: null, pass_mark: 80, min_coverage: 0.5, sections: [section] } satisfies Form);
  await db.query(
    `INSERT INTO scorecard (id, account_id, livemode, name, is_default, applies_to, last_revision, published_revision)
     VALUES ($1, $2, $3, 'Card', $4, $5, 1, 1)`,
    [id, accountId, livemode, isDefault, JSON.stringify(appliesTo)],
  );
  await db.query(
    `INSERT INTO scorecard_revision (scorecard_id, number, status, form, content_hash) VALUES ($1, 1, 'published', $2, $3)`,
    [id, form, createHash('sha256').update(form).digest()],
  );
  return id;
}

export interface OrderOptions {
  /** Default: a language model is asked. */
  readonly judge?: string;
  readonly rescoreId?: string | null;
  readonly livemode?: boolean;
}

/** An evaluation that waits for a worker, of which no bell has told. @returns its id */
export async function storeOrder(
  db: Sql,
  accountId: string,
  analysisId: string,
  scorecardId: string,
  { judge: judgeName = 'stub', rescoreId = null, livemode = true }: OrderOptions = {},
): Promise<string> {
  const id = randomUUID();
  await db.query(
    `INSERT INTO evaluation (id, account_id, analysis_id, livemode, request_id, agent_id, contact_id, scorecard_id, revision, judge,
       transcript_hash, rescore_id)
     VALUES ($1, $2, $3, $7, 'r', 'agent-7', 'cust-42', $4, 1, $5, '\\x00', $6)`,
    [id, accountId, analysisId, scorecardId, judgeName, rescoreId, livemode],
  );
  return id;
}

/** A job whose one call waits for a worker. Stored together: a sweep that finds a job without its evaluations closes it. */
export async function storeRescoreOfOne(
  db: pg.Pool,
  accountId: string,
  analysisId: string,
  scorecardId: string,
  options: OrderOptions = {},
): Promise<{ rescore: string; evaluation: string }> {
  const client = await db.connect();
  try {
    await client.query('BEGIN');
    const rescore = await storeRescore(client, accountId, scorecardId, 1);
    const evaluation = await storeOrder(client, accountId, analysisId, scorecardId, { ...options, rescoreId: rescore });
    await client.query('COMMIT');
    return { rescore, evaluation };
  } finally {
    client.release();
  }
}

/** A job whose calls are all known. @returns its id */
export async function storeRescore(db: Sql, accountId: string, scorecardId: string, total: number): Promise<string> {
  const id = randomUUID();
  await db.query(
    `INSERT INTO rescore (id, account_id, livemode, scorecard_id, revision, filter, estimate, request_id, total, expanded)
     VALUES ($1, $2, true, $3, 1, '{}', '{}', 'r', $4, true)`,
    [id, accountId, scorecardId, total],
  );
  return id;
}

export interface EvaluationState {
  readonly status: string;
  readonly outcome: string | null;
  readonly score: number | null;
  readonly error_code: string | null;
  readonly error_message: string | null;
  readonly answers: string | null;
  readonly provenance: string | null;
  readonly batches_left: number;
}

export async function readEvaluation(db: Sql, id: string): Promise<EvaluationState | undefined> {
  const { rows } = await db.query(
    `SELECT e.status, e.outcome, e.score, e.error_code, e.error_message, p.answers, p.provenance,
       (SELECT count(*) FROM evaluation_checkpoint WHERE evaluation_id = e.id)::int AS batches_left
     FROM evaluation e LEFT JOIN evaluation_payload p ON p.evaluation_id = e.id WHERE e.id = $1`,
    [id],
  );
  return rows[0];
}

/** Keys of the questions in a request to judge a form. */
export function questionsIn({ json }: StubRequest): string[] {
  return [...JSON.stringify(json).matchAll(/\\"key\\":\\"(q\d+)\\"/g)].map(([, key]) => key ?? '');
}

/** Yes to every question, with the words that prove it. */
export function answerYes(request: StubRequest): StubAnswer {
  const answers = questionsIn(request).map((key) => ({
    question: key,
    quotes: [{ segment_id: 0, quote: 'This call is recorded.' }],
    answer: 'yes',
    confidence: 0.9,
    rationale: 'The agent says so.',
  }));
  return completeWith({ answers });
}
