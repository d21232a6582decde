// Disputes of stored evaluations, written straight into the database.
import { randomUUID } from 'node:crypto';
import type pg from 'pg';

/** An open one, of the question `solved`. @returns its id */
export async function storeDispute(db: Pick<pg.Pool, 'query'>, evaluationId: string): Promise<string> {
  const id = randomUUID();
  const answers = [{ question: 'solved', answer: null, answered_by: null, claim: 'yes', note: 'It was.' }];
  await db.query(
    `INSERT INTO dispute (id, account_id, analysis_id, evaluation_id, scorecard_id, revision, agent_id, livemode, raised_by, via,
       principal_id, answers, worth)
     SELECT $1, account_id, analysis_id, id, scorecard_id, revision, agent_id, livemode, agent_id, 'api_key', 'p', $3, 1
     FROM evaluation WHERE id = $2`,
    [id, evaluationId, JSON.stringify(answers)],
  );
  return id;
}
