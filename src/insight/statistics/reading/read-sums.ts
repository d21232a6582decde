// Reads the sums of each group.
import { Parameters } from '../../../calls/listing/analysis-filter.js';
import { inSlices } from '../../../platform/concurrency/loop-turns.js';
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
} from './figures/figure-sums.js';
import { type Columns, type Read, readRows } from './json-rows.js';
import { type Group, idOf, type KeyRow, keyOf, type Question } from './question.js';
import { sourceOf } from './sources.js';
import { MAX_CALLS_READ, MAX_ROWS, Refused } from './statistics-errors.js';

/** Rows read in a turn of the event loop. */
const SLICE = 50;

export async function readCalls(read: Read, question: Question): Promise<Group<CallSums>[]> {
  const rows = await readGroups(read, question, 'calls', figuresOf('calls'));
  const broken = await readViolations(read, question);
  const passed = await readGroups(read, question, 'evaluations', PASSED);
  const groups = new Map(
    await inSlices(rows, SLICE, (row) => {
      const id = idOf(row);
      const sums = { ...NO_CALLS, ...readMeasures('calls', row), violations: broken.get(id) ?? {} };
      return [id, { key: keyOf(row, question.groupings), sums }] as const;
    }),
  );
  // Evaluations may exist without calls: a live key may evaluate a test call.
  for (const row of passed.filter(({ judged }) => judged > 0)) {
    const { key, sums } = groups.get(idOf(row)) ?? { key: keyOf(row, question.groupings), sums: NO_CALLS };
    groups.set(idOf(row), { key, sums: { ...sums, passed: row.passed, judged: row.judged } });
  }
  return bounded([...groups.values()]);
}

export async function readEvaluations(read: Read, question: Question): Promise<Group<EvaluationSums>[]> {
  const rows = await readGroups(read, question, 'evaluations', figuresOf('evaluations'));
  return inSlices(rows, SLICE, (row) => ({
    key: keyOf(row, question.groupings),
    sums: readMeasures('evaluations', row),
  }));
}

/** Sums by measure; histograms in hexadecimal digits. */
type SumsRow = KeyRow & Readonly<Record<MeasureName, number | string>>;

const KEYS = { k1: 'text', k2: 'text' } as const;

interface Figures<Row> {
  /** Those of the source that are read. */
  readonly measures: readonly MeasureName[];
  /** SQL over a source. */
  readonly sums: readonly string[];
  readonly columns: Columns<Row>;
}

function figuresOf(of: StatisticsOf): Figures<SumsRow> {
  const names = measuresOf(of);
  return {
    measures: names,
    sums: names.map((name) => `${isHistogram(name) ? `numeric_send(sum(${name}))` : `sum(${name})`} AS ${name}`),
    columns: {
      ...KEYS,
      ...Object.fromEntries(names.map((name) => [name, isHistogram(name) ? 'bytes' : 'json'])),
    } as Columns<SumsRow>,
  };
}

const readMeasures = <Of extends StatisticsOf>(of: Of, row: SumsRow): MeasuredSums<Of> =>
  eachMeasure(of, (name) => {
    const sum: number | string = row[name];
    return typeof sum === 'string' ? Buffer.from(sum, 'hex') : sum;
  });

interface PassedRow extends KeyRow {
  readonly passed: number;
  readonly judged: number;
}
const PASSED: Figures<PassedRow> = {
  measures: ['n', 'passed', 'failed', 'auto_failed'],
  sums: ['sum(passed) AS passed', 'sum(passed + failed + auto_failed) AS judged'],
  columns: { ...KEYS, passed: 'json', judged: 'json' },
};

/** @throws Refused for too many groups */
async function readGroups<Row extends KeyRow>(
  read: Read,
  question: Question,
  of: StatisticsOf,
  { measures, sums, columns }: Figures<Row>,
): Promise<Row[]> {
  const p = new Parameters();
  const query = `SELECT k1, k2, ${sums.join(', ')} FROM (${sourceOf(question, of, ['k1', 'k2', ...measures], p)}) AS source
     GROUP BY k1, k2 HAVING sum(n) > 0 LIMIT ${MAX_ROWS + 1}`;
  return bounded(await readRows(read, query, p.values, columns));
}

/** Violations of each group: how often each rule was broken. */
async function readViolations(read: Read, question: Question): Promise<Map<string, Readonly<Record<string, number>>>> {
  const p = new Parameters();
  const rows = await readRows<ItemRow>(
    read,
    `${countedItems(question, 'calls', 'k1, k2', p)} ORDER BY name COLLATE "C"`,
    p.values,
    { ...KEYS, name: 'text', n: 'json' },
  );
  const byGroup = new Map<string, Record<string, number>>();
  for (const row of rows) {
    const id = idOf(row);
    const rules = byGroup.get(id) ?? {};
    rules[row.name] = row.n;
    byGroup.set(id, rules);
  }
  return byGroup;
}

/** Number of times that a group has an item. */
interface ItemRow extends KeyRow {
  readonly name: string;
  readonly n: number;
}

interface AnswerRow extends KeyRow {
  readonly scorecard_id: string;
  readonly question: string;
  /** Counts by state, and by `answered:` with the answer. */
  readonly given: Readonly<Record<string, number>>;
}

/** Keys end with the scorecard and the question where the groupings do not name them. */
export async function readAnswers(read: Read, question: Question): Promise<Group<AnswerSums>[]> {
  const p = new Parameters();
  const rows = await readRows<AnswerRow>(
    read,
    `SELECT k1, k2, scorecard_id, split_part(name, ':', 1) AS question,
       json_object_agg(substr(name, strpos(name, ':') + 1), n ORDER BY name COLLATE "C") AS given
     FROM (${countedItems(question, 'evaluations', 'k1, k2, scorecard_id', p)}) AS counted
     GROUP BY k1, k2, scorecard_id, question LIMIT ${MAX_ROWS + 1}`,
    p.values,
    { ...KEYS, scorecard_id: 'text', question: 'text', given: 'json' },
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
  SELECT ${columns}, name, sum(times * counted.n::bigint) AS n
  FROM (
    SELECT ${columns}, items, sum(sign) AS times FROM (${sourceOf(question, of, [columns, 'sign', 'items'], p)}) AS source
    WHERE items IS NOT NULL GROUP BY ${columns}, items HAVING sum(sign) <> 0) AS alike
    CROSS JOIN LATERAL jsonb_each_text(items) AS counted (name, n)
  GROUP BY ${columns}, name HAVING sum(times * counted.n::bigint) > 0`;

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
  if (rows.length > MAX_ROWS) throw new Refused('rows');
  return rows;
}

/** @throws Refused where the range, agent and contact have so many calls that reading each would take long */
export async function refuseTooMany(read: Read, question: Question, max = MAX_CALLS_READ): Promise<void> {
  if (question.cover !== null) return;
  const p = new Parameters();
  const [found] = await readRows<{ n: number }>(
    read,
    `SELECT count(*) AS n FROM (
       SELECT FROM analysis a WHERE ${indexedConditions(question, p).join(' AND ')} LIMIT ${p.add(max + 1, 'int')}) AS read`,
    p.values,
    { n: 'json' },
  );
  if ((found?.n ?? 0) > max) throw new Refused('calls');
}
