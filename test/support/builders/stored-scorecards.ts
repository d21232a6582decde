// Evaluations and jobs written straight into the database, as a worker leaves them.
import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';

export interface StoredEvaluation {
  readonly accountId: string;
  readonly analysisId: string;
  readonly livemode?: boolean;
}

const ANSWERS = JSON.stringify([
  {
    question: 'recording_notice',
    state: 'answered',
    answer: 'yes',
    confidence: 0.94,
    points: 1,
    flagged: false,
    rationale: '',
    citations: [],
    source: 'phrases',
    reason: null,
    reviewer_id: null,
  },
]);
const PROVENANCE = JSON.stringify({
  judge: null,
  prompt_version: null,
  revision_hash: 'sha256:00',
  transcript_hash: 'sha256:00',
  input_tokens: null,
  output_tokens: null,
  cost: null,
});

/** A scorecard with its first revision published. @returns its id */
export async function storedScorecard(sql: DataSource, accountId: string, livemode = true): Promise<string> {
  const id = randomUUID();
  await sql.query(
    `INSERT INTO scorecard (id, account_id, livemode, name, last_revision, published_revision)
     VALUES ($1, $2, $3, 'Retention line', 1, 1)`,
    [id, accountId, livemode],
  );
  await sql.query(
    `INSERT INTO scorecard_revision (scorecard_id, number, status, form, content_hash) VALUES ($1, 1, 'published', '{}', '\\x00')`,
    [id],
  );
  return id;
}

/** A completed evaluation. @returns its id */
export async function storedEvaluation(
  sql: DataSource,
  { accountId, analysisId, livemode = true }: StoredEvaluation,
): Promise<string> {
  const [id, scorecardId] = [randomUUID(), await storedScorecard(sql, accountId, livemode)];
  await sql.query(
    `INSERT INTO evaluation (id, account_id, analysis_id, livemode, request_id, agent_id, contact_id, scorecard_id, revision,
       transcript_hash, status, outcome, score, coverage, settled_at)
     VALUES ($1, $2, $3, $4, 'r', 'agent-7', 'cust-42', $5, 1, '\\x00', 'completed', 'passed', 86, 0.93, now())`,
    [id, accountId, analysisId, livemode, scorecardId],
  );
  await sql.query(
    `INSERT INTO evaluation_payload (evaluation_id, judged, sections, answers, auto_fails, provenance)
     VALUES ($1, '[]', '[{"key":"opening","score":86,"coverage":0.93}]', $2, '[]', $3)`,
    [id, ANSWERS, PROVENANCE],
  );
  return id;
}

/** A job that has judged its last call. @returns its id */
export async function storedRescore(sql: DataSource, accountId: string, livemode = true): Promise<string> {
  const [id, scorecardId] = [randomUUID(), await storedScorecard(sql, accountId, livemode)];
  await sql.query(
    `INSERT INTO rescore (id, account_id, livemode, scorecard_id, revision, filter, expanded, estimate, request_id, status, total,
       completed, skipped, settled_at)
     VALUES ($1, $2, $3, $4, 1, '{}', true, $5, 'r', 'completed', 3, 2, 1, now())`,
    [id, accountId, livemode, scorecardId, '{"calls":2,"input_tokens":null,"output_tokens":null,"cost":null}'],
  );
  return id;
}
