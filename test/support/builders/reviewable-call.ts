// A completed call with a violation and an evaluation, as it waits for a reviewer.
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { ResultsResponse } from '../../../src/calls/results/analysis-results.response.js';
import { computeFigures } from '../../../src/scorecards/answers/figures.js';
import type { Form } from '../../../src/scorecards/form/form.js';
import { writtenAnswers, writtenForm } from '../../scorecards/written-forms.js';
import { storeCall } from './evaluated-calls.js';
import { CLEAR_TRANSCRIPT, judge, reportOf } from './judged-call.js';

type Sql = Pick<pg.Pool, 'query'>;

/** What the agent is said to have done wrong, in two rules. */
export const PIN = { rule: 'pin_requested', segmentId: 2 };
export const RUDE = { rule: 'rude_language', segmentId: 4 };

const violation = ({ rule, segmentId }: typeof PIN, quote: string) => ({
  rule,
  description: null,
  confidence: 0.9,
  quotes: [{ segmentId, quote }],
});

/** As the service judged it: every finding holds, and each violation takes 20 points off. */
export const SYSTEM_RESULTS: ResultsResponse = judge(
  reportOf({}, { violations: [violation(PIN, 'date of birth'), violation(RUDE, 'I have sent the refund')] }),
  CLEAR_TRANSCRIPT,
);

export const REVIEWED_FORM = writtenForm(
  'opening 60: notice 10; offer 10 if=notice:yes / closing 40: solved 10 human',
  {
    pass_mark: 80,
  },
);

export interface ReviewableCall {
  readonly callId: string;
  readonly cardId: string;
  readonly evaluationId: string;
}

export async function storeReviewableCall(
  db: Sql,
  accountId: string,
  { webhookUrl, livemode = true }: { readonly webhookUrl?: string; readonly livemode?: boolean } = {},
): Promise<ReviewableCall> {
  const callId = await storeCall(db, accountId, { livemode, ...(webhookUrl !== undefined && { webhookUrl }) });
  await db.query('UPDATE analysis_payload SET results = $2, results_summary = NULL WHERE analysis_id = $1', [
    callId,
    JSON.stringify(SYSTEM_RESULTS),
  ]);
  await db.query(`UPDATE analysis SET webhook_events = '{analysis.completed,analysis.reviewed}' WHERE id = $1`, [
    callId,
  ]);
  const cardId = randomUUID();
  await db.query(
    `INSERT INTO scorecard (id, account_id, livemode, name, last_revision, published_revision) VALUES ($1, $2, $3, 'Card', 1, 1)`,
    [cardId, accountId, livemode],
  );
  await db.query(
    `INSERT INTO scorecard_revision (scorecard_id, number, status, form, content_hash) VALUES ($1, 1, 'published', $2, '\\x00')`,
    [cardId, JSON.stringify(REVIEWED_FORM)],
  );
  const whose = { accountId, callId, cardId, livemode };
  return { callId, cardId, evaluationId: await storeEvaluation(db, whose, REVIEWED_FORM, 'notice=yes offer=no') };
}

interface Whose {
  readonly accountId: string;
  readonly callId: string;
  readonly cardId: string;
  readonly livemode?: boolean;
}

/** A completed one. @param answers of its judge, as `written-forms.ts` says @returns its id */
export async function storeEvaluation(
  db: Sql,
  { accountId, callId, cardId, livemode = true }: Whose,
  form: Form,
  answers: string,
): Promise<string> {
  const id = randomUUID();
  const judged = writtenAnswers(answers);
  const figures = computeFigures(form, judged, null);
  await db.query(
    `INSERT INTO evaluation (id, account_id, analysis_id, livemode, request_id, agent_id, contact_id, scorecard_id, revision, judge,
       transcript_hash, status, score, coverage, outcome, settled_at)
     VALUES ($1, $2, $3, $4, 'r', 'agent-7', 'cust-42', $5, 1, $6, '\\x00', 'completed', $7, $8, $9, now())`,
    [id, accountId, callId, livemode, cardId, id, figures.score, figures.coverage, figures.outcome],
  );
  const texts = [judged, figures.sections, figures.answers, figures.autoFails, PROVENANCE].map((part) =>
    JSON.stringify(part),
  );
  await db.query(
    `INSERT INTO evaluation_payload (evaluation_id, judged, sections, answers, auto_fails, provenance)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [id, ...texts],
  );
  return id;
}

const PROVENANCE = {
  judge: null,
  prompt_version: null,
  revision_hash: `sha256:${'0'.repeat(64)}`,
  transcript_hash: `sha256:${'1'.repeat(64)}`,
  input_tokens: null,
  output_tokens: null,
  cost: null,
};
