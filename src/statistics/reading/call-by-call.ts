// Sums read call by call, by the index of the account's calls in the time asked for: for groupings and filters that no stored sums
// have.
import type { EntityManager } from 'typeorm';
import { Parameters } from '../../analysis/listing/analysis-filter.js';
import { queryRow, queryRows } from '../../platform/database/sql.js';
import { callConditions, countedEvaluations, keyColumns, rangeConditions, violationJoin } from './call-conditions.js';
import {
  type AnswerSums,
  type CallSums,
  type EvaluationSums,
  histogramOf,
  NO_ANSWERS,
  outcomesFrom,
} from './figure-sums.js';
import { type Group, idOf, type KeyRow, keyOf, type Question } from './question.js';
import { MAX_CALLS_READ, MAX_ROWS, tooManyCalls, tooManyRows } from './statistics-errors.js';

/** @throws ApiError 400 where so many calls are of the time, the agent and the contact that reading them would take long */
export async function refuseTooMany(tx: EntityManager, question: Question): Promise<void> {
  const p = new Parameters();
  const found = await queryRow<{ n: number }>(
    tx,
    `SELECT count(*)::int AS n FROM (
       SELECT FROM analysis a WHERE ${rangeConditions(question, p).join(' AND ')} LIMIT ${MAX_CALLS_READ + 1}) AS read`,
    p.values,
  );
  if ((found?.n ?? 0) > MAX_CALLS_READ) throw tooManyCalls();
}

export async function readCalls(tx: EntityManager, question: Question): Promise<Group<CallSums>[]> {
  const rows = await readFigures(tx, question);
  const broken = await readViolations(tx, question);
  const judged = await readPassed(tx, question);
  return rows.map((row) => ({
    key: keyOf(row, question.groupings),
    sums: {
      calls: Number(row.calls),
      audioMs: Number(row.audio_ms),
      compliance: histogramOf(row.compliance),
      quality: histogramOf(row.quality),
      notAssessable: Number(row.not_assessable),
      flagged: Number(row.flagged),
      reviewed: Number(row.reviewed),
      overruled: Number(row.overruled),
      violations: Object.fromEntries(broken.get(idOf(row)) ?? []),
      passed: Number(judged.get(idOf(row))?.passed ?? 0),
      judged: Number(judged.get(idOf(row))?.judged ?? 0),
    },
  }));
}

interface CallRow extends KeyRow {
  readonly calls: string;
  readonly audio_ms: string;
  readonly compliance: string | null;
  readonly quality: string | null;
  readonly not_assessable: string;
  readonly flagged: string;
  readonly reviewed: string;
  readonly overruled: string;
}

/** One pass over the calls: the grouping sets give the sums and both histograms. */
async function readFigures(tx: EntityManager, question: Question): Promise<CallRow[]> {
  const p = new Parameters();
  const rows = await queryRows<CallRow>(
    tx,
    `WITH call AS (
       SELECT ${keyColumns(question, p)}, compliance_score AS compliance, quality_score AS quality, duration_ms, not_assessable,
         flagged, reviewed, overruled
       FROM analysis a ${violationJoin(question)} WHERE ${callConditions(question, p).join(' AND ')}),
     counted AS (
       SELECT k1, k2, compliance, quality, grouping(compliance, quality) AS absent, count(*) AS n, sum(duration_ms) AS audio_ms,
         sum(not_assessable) AS not_assessable, count(*) FILTER (WHERE flagged) AS flagged,
         count(*) FILTER (WHERE reviewed) AS reviewed, count(*) FILTER (WHERE overruled) AS overruled
       FROM call GROUP BY GROUPING SETS ((k1, k2), (k1, k2, compliance), (k1, k2, quality)))
     SELECT k1, k2, max(n) FILTER (WHERE absent = 3) AS calls, max(audio_ms) FILTER (WHERE absent = 3) AS audio_ms,
       max(not_assessable) FILTER (WHERE absent = 3) AS not_assessable, max(flagged) FILTER (WHERE absent = 3) AS flagged,
       max(reviewed) FILTER (WHERE absent = 3) AS reviewed, max(overruled) FILTER (WHERE absent = 3) AS overruled,
       string_agg(compliance || ':' || n, ',') FILTER (WHERE absent = 1) AS compliance,
       string_agg(quality || ':' || n, ',') FILTER (WHERE absent = 2) AS quality
     FROM counted GROUP BY k1, k2 LIMIT ${MAX_ROWS + 1}`,
    p.values,
  );
  return bounded(rows);
}

/** By group: how often each rule was broken. */
async function readViolations(tx: EntityManager, question: Question): Promise<Map<string, [string, number][]>> {
  const p = new Parameters();
  const rows = await queryRows<KeyRow & { readonly rule: string; readonly n: string }>(
    tx,
    `SELECT ${keyColumns(question, p)}, broken.rule, count(*) AS n
     FROM analysis a ${violationJoin(question)} CROSS JOIN unnest(a.violations) AS broken (rule)
     WHERE ${callConditions(question, p).join(' AND ')} GROUP BY k1, k2, broken.rule ORDER BY broken.rule COLLATE "C"`,
    p.values,
  );
  const byGroup = new Map<string, [string, number][]>();
  for (const row of rows) byGroup.set(idOf(row), [...(byGroup.get(idOf(row)) ?? []), [row.rule, Number(row.n)]]);
  return byGroup;
}

interface PassedRow extends KeyRow {
  readonly passed: string;
  readonly judged: string;
}

async function readPassed(tx: EntityManager, question: Question): Promise<Map<string, PassedRow>> {
  const p = new Parameters();
  const rows = await queryRows<PassedRow>(
    tx,
    `SELECT ${keyColumns(question, p)}, count(*) FILTER (WHERE e.outcome = 'passed') AS passed, count(*) AS judged
     FROM analysis a ${violationJoin(question)} JOIN evaluation e ON e.analysis_id = a.id
     WHERE ${[...callConditions(question, p), ...countedEvaluations(question, p)].join(' AND ')}
       AND e.outcome IN ('passed', 'failed', 'auto_failed')
     GROUP BY k1, k2`,
    p.values,
  );
  return new Map(rows.map((row) => [idOf(row), row]));
}

interface EvaluationRow extends KeyRow {
  readonly evaluations: string;
  readonly coverage: string;
  readonly reviewed: string;
  readonly overruled: string;
  readonly scores: string | null;
  readonly passed: string;
  readonly failed: string;
  readonly auto_failed: string;
  readonly needs_review: string;
  readonly not_assessable: string;
}

export async function readEvaluations(tx: EntityManager, question: Question): Promise<Group<EvaluationSums>[]> {
  const p = new Parameters();
  const rows = await queryRows<EvaluationRow>(
    tx,
    `WITH counted AS (
       SELECT ${keyColumns(question, p)}, e.score, count(*) AS n, sum(round(e.coverage * 100)) AS coverage,
         count(*) FILTER (WHERE e.reviewed) AS reviewed,
         count(*) FILTER (WHERE e.system_outcome <> e.outcome OR (e.system_outcome IS NOT NULL
           AND e.system_score IS DISTINCT FROM e.score)) AS overruled,
         count(*) FILTER (WHERE e.outcome = 'passed') AS passed, count(*) FILTER (WHERE e.outcome = 'failed') AS failed,
         count(*) FILTER (WHERE e.outcome = 'auto_failed') AS auto_failed,
         count(*) FILTER (WHERE e.outcome = 'needs_review') AS needs_review,
         count(*) FILTER (WHERE e.outcome = 'not_assessable') AS not_assessable
       FROM analysis a JOIN evaluation e ON e.analysis_id = a.id
       WHERE ${[...callConditions(question, p), ...countedEvaluations(question, p)].join(' AND ')} GROUP BY k1, k2, e.score)
     SELECT k1, k2, sum(n) AS evaluations, sum(coverage) AS coverage, sum(reviewed) AS reviewed, sum(overruled) AS overruled,
       sum(passed) AS passed, sum(failed) AS failed, sum(auto_failed) AS auto_failed, sum(needs_review) AS needs_review,
       sum(not_assessable) AS not_assessable, string_agg(score || ':' || n, ',') AS scores
     FROM counted GROUP BY k1, k2 LIMIT ${MAX_ROWS + 1}`,
    p.values,
  );
  return bounded(rows).map((row) => ({
    key: keyOf(row, question.groupings),
    sums: {
      evaluations: Number(row.evaluations),
      score: histogramOf(row.scores),
      outcomes: outcomesFrom((outcome) => Number(row[outcome])),
      coverage: Number(row.coverage),
      reviewed: Number(row.reviewed),
      overruled: Number(row.overruled),
    },
  }));
}

interface AnswerRow extends KeyRow {
  readonly scorecard_id: string;
  readonly question: string;
  readonly answered: string;
  readonly na: string;
  readonly not_assessable: string;
  readonly awaiting_human: string;
  readonly skipped: string;
  readonly answers: Readonly<Record<string, number>> | null;
}

/** The keys end with the scorecard and the question. */
export async function readAnswers(tx: EntityManager, question: Question): Promise<Group<AnswerSums>[]> {
  const p = new Parameters();
  const state = (name: string) => `coalesce(sum(n) FILTER (WHERE state = '${name}'), 0) AS ${name}`;
  const rows = await queryRows<AnswerRow>(
    tx,
    `WITH counted AS (
       SELECT ${keyColumns(question, p)}, e.scorecard_id, given.question, given.state,
         CASE WHEN given.state = 'answered' THEN given.answer END AS answer, count(*) AS n
       FROM analysis a JOIN evaluation e ON e.analysis_id = a.id JOIN evaluation_payload p ON p.evaluation_id = e.id
         CROSS JOIN json_to_recordset(p.answers::json) AS given (question text, state text, answer text)
       WHERE ${[...callConditions(question, p), ...countedEvaluations(question, p)].join(' AND ')}
       GROUP BY k1, k2, e.scorecard_id, given.question, given.state, 6)
     SELECT k1, k2, scorecard_id, question, ${Object.keys(NO_ANSWERS.states).map(state).join(', ')},
       json_object_agg(answer, n) FILTER (WHERE answer IS NOT NULL) AS answers
     FROM counted GROUP BY k1, k2, scorecard_id, question LIMIT ${MAX_ROWS + 1}`,
    p.values,
  );
  return bounded(rows).map((row) => ({
    key: [...keyOf(row, question.groupings), ...furtherKey(question, row)],
    sums: {
      states: {
        answered: Number(row.answered),
        na: Number(row.na),
        not_assessable: Number(row.not_assessable),
        awaiting_human: Number(row.awaiting_human),
        skipped: Number(row.skipped),
      },
      answers: row.answers ?? {},
    },
  }));
}

/** Which question of which scorecard, where the groupings do not say so. */
function furtherKey({ groupings }: Question, { scorecard_id, question }: AnswerRow): string[] {
  const has = (kind: string) => groupings.some((one) => one.kind === kind);
  return [...(has('scorecard') ? [] : [scorecard_id]), ...(has('question') ? [] : [question])];
}

function bounded<Row>(rows: Row[]): Row[] {
  if (rows.length > MAX_ROWS) throw tooManyRows();
  return rows;
}
