// Writes scorecards, completed calls and evaluations straight into the database.
import { createHash, randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import type { EvaluationOutcome } from '../../../src/calls/evaluation-outcome.js';
import type { Form } from '../../../src/scorecards/form/form.js';
import { addAnalyses, addPayloads, type NewAnalysis } from './listing-data.js';

export const NO_FORM: Form = { language: null, pass_mark: null, min_coverage: 0.5, sections: [] };

/** A scorecard whose revisions are all published. @returns its id */
export async function addScorecard(
  dataSource: DataSource,
  accountId: string,
  { forms = [NO_FORM], name = 'Retention line' }: { readonly forms?: readonly Form[]; readonly name?: string } = {},
): Promise<string> {
  const id = randomUUID();
  await dataSource.query(
    `INSERT INTO scorecard (id, account_id, livemode, name, last_revision, published_revision) VALUES ($1, $2, true, $3, $4, $4)`,
    [id, accountId, name, forms.length],
  );
  for (const [index, form] of forms.entries()) {
    const text = JSON.stringify(form);
    await dataSource.query(
      `INSERT INTO scorecard_revision (scorecard_id, number, status, form, content_hash) VALUES ($1, $2, 'published', $3, $4)`,
      [id, index + 1, text, createHash('sha256').update(text).digest()],
    );
  }
  return id;
}

/** @returns the ids of completed calls with a transcript */
export async function addCompletedCalls(
  dataSource: DataSource,
  accountId: string,
  calls: readonly NewAnalysis[],
): Promise<string[]> {
  const ids = await addAnalyses(
    dataSource,
    accountId,
    calls.map((call) => ({ ...call, status: 'completed' })),
  );
  await addPayloads(dataSource, 3);
  return ids;
}

export interface StoredEvaluation {
  readonly analysisId: string;
  readonly agentId: string;
  readonly contactId: string;
  readonly scorecardId: string;
  readonly revision: number;
  /** Null: not settled yet. */
  readonly outcome: EvaluationOutcome | null;
  readonly score: number | null;
  readonly createdAt: Date;
}

/** Inserts evaluations in one statement. @returns their ids, in the given order */
export async function addEvaluations(
  dataSource: Pick<DataSource, 'query'>,
  accountId: string,
  evaluations: readonly StoredEvaluation[],
): Promise<string[]> {
  const ids = evaluations.map(() => randomUUID());
  await dataSource.query(
    `INSERT INTO evaluation (id, account_id, analysis_id, created_at, livemode, request_id, agent_id, contact_id, scorecard_id,
       revision, judge, transcript_hash, status, outcome, score, coverage, settled_at)
     SELECT id, $1, analysis_id, at, true, 'r', agent_id, contact_id, scorecard_id, revision, id::text, '\\x00',
       CASE WHEN outcome IS NULL THEN 'processing' ELSE 'completed' END, outcome, score,
       CASE WHEN outcome IS NOT NULL THEN 1 END, CASE WHEN outcome IS NOT NULL THEN at END
     FROM unnest($2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::uuid[], $7::int[], $8::text[], $9::smallint[], $10::timestamptz[])
       AS t (id, analysis_id, agent_id, contact_id, scorecard_id, revision, outcome, score, at)`,
    [
      accountId,
      ids,
      evaluations.map(({ analysisId }) => analysisId),
      evaluations.map(({ agentId }) => agentId),
      evaluations.map(({ contactId }) => contactId),
      evaluations.map(({ scorecardId }) => scorecardId),
      evaluations.map(({ revision }) => revision),
      evaluations.map(({ outcome }) => outcome),
      evaluations.map(({ score }) => score),
      evaluations.map(({ createdAt }) => createdAt.toISOString()),
    ],
  );
  return ids;
}
