// Reads the sums of each group.
import type { EntityManager } from 'typeorm';
import { Parameters } from '../../../calls/listing/analysis-filter.js';
import { inSlices } from '../../../platform/concurrency/loop-turns.js';
import { queryRow, queryRows } from '../../../platform/database/sql.js';
import { type MeasureName, measuresOf, type StatisticsOf } from '../sums/measures.js';
import { indexedConditions } from './conditions.js';
import {
  type AnswerSums,
  type CallSums,
  type EvaluationSums,
  eachMeasure,
  isHistogram,
  type MeasuredSums,
  NO_CALLS,
} from './figure-sums.js';
import { type Group, idOf, type KeyRow, keyOf, type Question } from './question.js';
import { sourceOf } from './sources.js';
import { MAX_CALLS_READ, MAX_ROWS, tooManyCalls, tooManyRows } from './statistics-errors.js';

/** Rows read in a turn of the event loop. */
const SLICE = 50;

export async function readCalls(tx: EntityManager, question: Question): Promise<Group<CallSums>[]> {
  const rows = await readGroups<SumsRow>(tx, question, 'calls', columnsOf('calls'));
  const broken = await readViolations(tx, question);
  const passed = await readGroups<PassedRow>(tx, question, 'evaluations', PASSED_COLUMNS);
  const groups = new Map(
    await inSlices(rows, SLICE, (row) => {
      const id = idOf(row);
      const sums = { ...NO_CALLS, ...readMeasures('calls', row), violations: broken.get(id) ?? {} };
      return [id, { key: keyOf(row, question.groupings), sums }] as const;
    }),
  );
  // Evaluations may exist without calls: a live key may evaluate a test call.
  for (const row of passed.filter(({ judged }) => Number(judged) > 0)) {
    const { key, sums } = groups.get(idOf(row)) ?? { key: keyOf(row, question.groupings), sums: NO_CALLS };
    groups.set(idOf(row), { key, sums: { ...sums, passed: Number(row.passed), judged: Number(row.judged) } });
  }
  return bounded([...groups.values()]);
}

export async function readEvaluations(tx: EntityManager, question: Question): Promise<Group<EvaluationSums>[]> {
  const rows = await readGroups<SumsRow>(tx, question, 'evaluations', columnsOf('evaluations'));
  return inSlices(rows, SLICE, (row) => ({
    key: keyOf(row, question.groupings),
    sums: readMeasures('evaluations', row),
  }));
}

/** Sums by measure. Those of integers are texts, as they may be beyond 2^53; histograms are bytes. */
type SumsRow = KeyRow & Readonly<Partial<Record<MeasureName, string | Buffer>>>;

/** SQL over a source. */
const columnsOf = (of: StatisticsOf): readonly string[] =>
  measuresOf(of).map((name) => `${isHistogram(name) ? `numeric_send(sum(${name}))` : `sum(${name})`} AS ${name}`);

const readMeasures = <Of extends StatisticsOf>(of: Of, row: SumsRow): MeasuredSums<Of> =>
  eachMeasure(of, (name) => {
    const sum = row[name];
    return Buffer.isBuffer(sum) ? sum : Number(sum);
  });

interface PassedRow extends KeyRow {
  readonly passed: string;
  readonly judged: string;
}
const PASSED_COLUMNS = ['sum(passed) AS passed', 'sum(passed + failed + auto_failed) AS judged'];

/** @throws ApiError 400 for too many groups */
async function readGroups<Row extends KeyRow>(
  tx: EntityManager,
  question: Question,
  of: StatisticsOf,
  columns: readonly string[],
): Promise<Row[]> {
  const p = new Parameters();
  const rows = await queryRows<Row>(
    tx,
    `SELECT k1, k2, ${columns.join(', ')} FROM (${sourceOf(question, of, p)}) AS source
     GROUP BY k1, k2 HAVING sum(n) > 0 LIMIT ${MAX_ROWS + 1}`,
    p.values,
  );
  return bounded(rows);
}

/** Violations of each group: how often each rule was broken. */
async function readViolations(
  tx: EntityManager,
  question: Question,
): Promise<Map<string, Readonly<Record<string, number>>>> {
  const p = new Parameters();
  const rows = await queryRows<KeyRow & { readonly rules: Readonly<Record<string, number>> }>(
    tx,
    `SELECT k1, k2, json_object_agg(name, n ORDER BY name COLLATE "C") AS rules
     FROM (${countedItems(question, 'calls', 'k1, k2', p)}) AS counted GROUP BY k1, k2`,
    p.values,
  );
  return new Map(rows.map((row) => [idOf(row), row.rules]));
}

interface AnswerRow extends KeyRow {
  readonly scorecard_id: string;
  readonly question: string;
  /** Counts by state, and by `answered:` with the answer. */
  readonly given: Readonly<Record<string, number>>;
}

/** Keys end with the scorecard and the question where the groupings do not name them. */
export async function readAnswers(tx: EntityManager, question: Question): Promise<Group<AnswerSums>[]> {
  const p = new Parameters();
  const rows = await queryRows<AnswerRow>(
    tx,
    `SELECT k1, k2, scorecard_id, split_part(name, ':', 1) AS question,
       json_object_agg(substr(name, strpos(name, ':') + 1), n ORDER BY name COLLATE "C") AS given
     FROM (${countedItems(question, 'evaluations', 'k1, k2, scorecard_id', p)}) AS counted
     GROUP BY k1, k2, scorecard_id, question LIMIT ${MAX_ROWS + 1}`,
    p.values,
  );
  return inSlices(bounded(rows), SLICE, (row) => ({
    key: keyOfAnswers(row, question),
    sums: answerSumsOf(row.given),
  }));
}

/**
 * SQL query: `n`, the number of each item, by the columns and the item's `name`. Rows with the same items are counted first: most
 * rows have few items, once or twice each.
 */
const countedItems = (question: Question, of: StatisticsOf, columns: string, p: Parameters) => `
  SELECT ${columns}, name, sum(times * (items->>name)::bigint) AS n
  FROM (
    SELECT ${columns}, items, times, jsonb_object_keys(items) AS name
    FROM (
      SELECT ${columns}, items, sum(sign) AS times FROM (${sourceOf(question, of, p)}) AS source
      WHERE items IS NOT NULL GROUP BY ${columns}, items HAVING sum(sign) <> 0) AS alike) AS named
  GROUP BY ${columns}, name HAVING sum(times * (items->>name)::bigint) > 0`;

function keyOfAnswers(row: AnswerRow, { groupings }: Question) {
  const named = keyOf(row, groupings).map((value, place) =>
    groupings[place]?.kind === 'question' ? row.question : value,
  );
  const has = (kind: string) => groupings.some((one) => one.kind === kind);
  return [...named, ...(has('scorecard') ? [] : [row.scorecard_id]), ...(has('question') ? [] : [row.question])];
}

const ANSWERED = 'answered:';

function answerSumsOf(given: Readonly<Record<string, number>>): AnswerSums {
  const answers = Object.entries(given).flatMap(([name, n]) =>
    name.startsWith(ANSWERED) ? [[name.slice(ANSWERED.length), n] as const] : [],
  );
  return {
    states: {
      answered: answers.reduce((sum, [, n]) => sum + n, 0),
      na: given.na ?? 0,
      not_assessable: given.not_assessable ?? 0,
      awaiting_human: given.awaiting_human ?? 0,
      skipped: given.skipped ?? 0,
    },
    answers: Object.fromEntries(answers),
  };
}

function bounded<Row>(rows: Row[]): Row[] {
  if (rows.length > MAX_ROWS) throw tooManyRows();
  return rows;
}

/** @throws ApiError 400 where the range, agent and contact have so many calls that reading each would take long */
export async function refuseTooMany(tx: EntityManager, question: Question, max = MAX_CALLS_READ): Promise<void> {
  if (question.cover !== null) return;
  const p = new Parameters();
  const found = await queryRow<{ n: number }>(
    tx,
    `SELECT count(*)::int AS n FROM (
       SELECT FROM analysis a WHERE ${indexedConditions(question, p).join(' AND ')} LIMIT ${p.add(max + 1, 'int')}) AS read`,
    p.values,
  );
  if ((found?.n ?? 0) > max) throw tooManyCalls();
}
