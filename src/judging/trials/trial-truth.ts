// The truth of an engine trial is people's alone: transcripts whose words a person corrected, and answers of reviews.
import { FINDING_PATHS, readVerdicts } from '../../calls/results/verdicts.js';
import { queryRow, queryRows, type Sql } from '../../platform/database/sql.js';
import type { ReviewedAnswer } from '../../scorecards/answers/reviewed-answer.js';
import { type Form, NOT_APPLICABLE, questionsOf } from '../../scorecards/form/form.js';
import { type Hearing, readHearing } from './figures/item-result.js';

/** Answers of people, by call and question. */
export type GivenByPeople = Map<string, ReadonlyMap<string, string>>;

const CORRECTED = `EXISTS (
  SELECT FROM correction c WHERE c.analysis_id = a.id AND c.status = 'completed' AND c.edited_segments > 0)`;

/** @returns ids of the calls whose words a person has corrected */
export async function findCorrected(sql: Sql, accountId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await queryRows<{ id: string }>(
    sql,
    `SELECT a.id FROM analysis a WHERE a.id = ANY($1::uuid[]) AND a.account_id = $2 AND ${CORRECTED} ORDER BY a.id`,
    [ids, accountId],
  );
  return rows.map(({ id }) => id);
}

/** Null where no person has corrected its words. */
export async function readCorrected(sql: Sql, accountId: string, analysisId: string): Promise<Hearing | null> {
  const row = await queryRow<{ transcript: string }>(
    sql,
    `SELECT p.transcript FROM analysis a JOIN analysis_payload p ON p.analysis_id = a.id
     WHERE a.id = $1 AND a.account_id = $2 AND p.transcript IS NOT NULL AND ${CORRECTED}`,
    [analysisId, accountId],
  );
  return row === null ? null : readHearing(row.transcript);
}

/** Answers that each question allows, without `na`: by the findings, or by a form. */
export function questionsAsked(form: Form | null): ReadonlyMap<string, readonly string[]> {
  if (form === null) return new Map(FINDING_PATHS.map((path) => [path, ['yes', 'no']]));
  return new Map(questionsOf(form).map(({ key, answers }) => [key, answers.map((answer) => answer.key)]));
}

export async function readVerdictsOfPeople(
  sql: Sql,
  accountId: string,
  ids: readonly string[],
): Promise<GivenByPeople> {
  const rows = await queryRows<{ id: string; verdicts: string }>(
    sql,
    `SELECT a.id, p.verdicts FROM analysis a JOIN analysis_payload p ON p.analysis_id = a.id
     WHERE a.id = ANY($1::uuid[]) AND a.account_id = $2 AND p.verdicts IS NOT NULL`,
    [ids, accountId],
  );
  const given: GivenByPeople = new Map();
  for (const { id, verdicts } of rows) {
    const answers = Object.entries(readVerdicts(verdicts).findings)
      .map(([path, { answer }]) => [path, answer] as const)
      .filter(([, answer]) => answer !== 'not_assessable');
    if (answers.length > 0) given.set(id, new Map(answers));
  }
  return given;
}

/** Answers of people to a revision of a scorecard. */
export async function readAnswersOfPeople(
  sql: Sql,
  accountId: string,
  { scorecardId, revision }: { readonly scorecardId: string; readonly revision: number },
  ids: readonly string[],
): Promise<GivenByPeople> {
  const given: GivenByPeople = new Map();
  const rows = await queryRows<{ id: string; judged: string }>(
    sql,
    `SELECT e.analysis_id AS id, p.judged FROM evaluation e JOIN evaluation_payload p ON p.evaluation_id = e.id
     WHERE e.analysis_id = ANY($1::uuid[]) AND e.account_id = $2 AND e.scorecard_id = $3 AND e.revision = $4
       AND e.status = 'completed' AND e.reviewed AND NOT e.superseded
     ORDER BY e.created_at`,
    [ids, accountId, scorecardId, revision],
  );
  for (const { id, judged } of rows) {
    const answers: readonly ReviewedAnswer[] = JSON.parse(judged);
    const ofPeople = answers.flatMap(({ question, review }) => (review ? [[question, review.answer] as const] : []));
    if (ofPeople.length > 0) given.set(id, new Map([...(given.get(id) ?? []), ...ofPeople]));
  }
  return given;
}

export const answerOf = ({ state, answer }: Pick<ReviewedAnswer, 'state' | 'answer'>): string | null =>
  state === 'na' ? NOT_APPLICABLE : answer;
