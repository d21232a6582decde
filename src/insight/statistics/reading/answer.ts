// The answer to a question about many calls, as text. It runs in a thread, and reads rows through a function that it is given.
import { type Asker, askedBy, DEFAULT_ZONE, FIRST, shownRange, withRange } from './ask.js';
import { previousRange } from './calendar.js';
import { addAnswers, addCalls, addEvaluations, NO_ANSWERS, NO_CALLS, NO_EVALUATIONS } from './figures/figure-sums.js';
import { answerFigures, answerTotals, callFigures, evaluationFigures } from './figures/figures.js';
import { loadTQuantile, type TQuantile } from './figures/intervals.js';
import type { Read } from './json-rows.js';
import { readJudgeChanges } from './judge-changes.js';
import type { Group, GroupKey, Question } from './question.js';
import { readAnswers, readCalls, readEvaluations, refuseTooMany } from './read-sums.js';
import { answerJson, idOfKey, inOrder, rowsOf, withEveryBucket } from './rows.js';
import type { StatisticsQuery } from './statistics.requests.js';
import type {
  AnswerStatisticsResponse,
  CallStatisticsResponse,
  EvaluationStatisticsResponse,
} from './statistics.responses.js';

export interface Query {
  readonly caller: Asker;
  readonly query: StatisticsQuery;
  /** Time of the snapshot, in whole seconds, as milliseconds since 1970. */
  readonly now: number;
}

type Statistics = CallStatisticsResponse | EvaluationStatisticsResponse | AnswerStatisticsResponse;

let quantile: Promise<TQuantile> | null = null;

/** @returns JSON text in UTF-8 @throws Refused for too many rows or calls */
export async function answerQuery({ caller, query, now }: Query, read: Read): Promise<Uint8Array> {
  quantile ??= loadTQuantile();
  const t = await quantile;
  const asked = await askedBy(caller, query, now);
  const question = caller.isOfTeam ? await ofManyAgents(read, asked) : asked;
  const before = query.compare === 'previous' ? await previousOf(question, query.timezone ?? DEFAULT_ZONE) : null;
  const parts: string[] = [];
  for await (const part of answerJson(await answer(read, question, before, query, now, t))) parts.push(part);
  return Buffer.from(parts.join(''));
}

/** The question, or one that finds nothing: with few agents a mean would tell of one. */
async function ofManyAgents(read: Read, question: Question): Promise<Question> {
  const byAgent: Question = { ...question, groupings: [{ kind: 'agent', name: 'agent' }] };
  const { groups } =
    question.of === 'calls'
      ? await sumsOf(read, byAgent, readCalls, addCalls, NO_CALLS)
      : await sumsOf(read, byAgent, readEvaluations, addEvaluations, NO_EVALUATIONS);
  const { start } = question.range;
  return groups.length >= MIN_AGENTS ? question : { ...question, range: { start, end: start } };
}

const MIN_AGENTS = 3;

function previousOf(question: Question, zone: string): Promise<Question> {
  const { start, end } = previousRange(zone, question.range);
  return withRange(question, zone, { start: Math.max(start, FIRST), end });
}

async function answer(
  read: Read,
  question: Question,
  before: Question | null,
  query: StatisticsQuery,
  now: number,
  t: TQuantile,
): Promise<Statistics> {
  await refuseTooMany(read, question);
  if (before) await refuseTooMany(read, before);
  const head = {
    object: 'statistics' as const,
    group_by: question.groupings.map(({ name }) => name),
    timezone: query.timezone ?? DEFAULT_ZONE,
    ...shownRange(question.range),
    ...(before && { previous: shownRange(before.range) }),
    as_of: now / 1000,
  };
  if (question.of === 'calls') return { ...head, of: 'calls', ...(await callAnswer(read, question, before, t)) };
  const changes = { judge_changes: await readJudgeChanges(read, question) };
  if (question.of === 'answers')
    return { ...head, of: 'answers', ...(await answersAnswer(read, question, before, t)), ...changes };
  return { ...head, of: 'evaluations', ...(await evaluationAnswer(read, question, before, t)), ...changes };
}

async function callAnswer(read: Read, question: Question, before: Question | null, t: TQuantile) {
  const { groups, totals } = await sumsOf(read, question, readCalls, addCalls, NO_CALLS);
  const was = before && (await sumsOf(read, before, readCalls, addCalls, NO_CALLS));
  const rows = await rowsOf(groups, namesOf(question), question, (key, group) => ({
    key,
    ...callFigures(group.sums, was?.sumsAt(group.key) ?? null, t),
  }));
  return { rows, totals: callFigures(totals, was?.totals ?? null, t) };
}

async function evaluationAnswer(read: Read, question: Question, before: Question | null, t: TQuantile) {
  const { groups, totals } = await sumsOf(read, question, readEvaluations, addEvaluations, NO_EVALUATIONS);
  const was = before && (await sumsOf(read, before, readEvaluations, addEvaluations, NO_EVALUATIONS));
  const rows = await rowsOf(groups, namesOf(question), question, (key, group) => ({
    key,
    ...evaluationFigures(group.sums, was?.sumsAt(group.key) ?? null, t),
  }));
  return { rows, totals: evaluationFigures(totals, was?.totals ?? null, t) };
}

async function answersAnswer(read: Read, question: Question, before: Question | null, t: TQuantile) {
  const { groups, totals } = await sumsOf(read, question, readAnswers, addAnswers, NO_ANSWERS);
  const was = before && (await sumsOf(read, before, readAnswers, addAnswers, NO_ANSWERS));
  const rows = await rowsOf(groups, namesOf(question), question, (key, group) => ({
    key,
    ...answerFigures(group.sums, was?.sumsAt(group.key) ?? null, t),
  }));
  return { rows, totals: answerTotals(totals) };
}

interface Found<Sums> {
  readonly groups: readonly Group<Sums>[];
  readonly sumsAt: (key: GroupKey) => Sums;
  readonly totals: Sums;
}

async function sumsOf<Sums>(
  read: Read,
  question: Question,
  groupsOf: (read: Read, question: Question) => Promise<Group<Sums>[]>,
  add: (groups: readonly Sums[]) => Sums,
  nothing: Sums,
): Promise<Found<Sums>> {
  const found = mayFind(question) ? await groupsOf(read, question) : [];
  const isOneEach = question.groupings.every(({ kind }) => kind !== 'violation');
  const parts =
    isOneEach || found.length === 0 ? found : await groupsOf(read, { ...question, groupings: [], buckets: null });
  const groups = inOrder(withEveryBucket(found, question, nothing));
  let byId: ReadonlyMap<string, Sums> | null = null;
  return {
    groups,
    sumsAt: (key) => {
      byId ??= new Map(groups.map((group) => [idOfKey(group.key), group.sums]));
      return byId.get(idOfKey(key)) ?? nothing;
    },
    totals: add(parts.map(({ sums }) => sums)),
  };
}

/** Only completed calls have figures. */
const mayFind = ({ filter: { status }, range }: Question) =>
  (status === null || status === 'completed') && range.start < range.end;

/** Parts of the keys. For answers they always include the scorecard and the question. */
function namesOf({ of, groupings }: Question): string[] {
  const names = groupings.map(({ name }) => name);
  return of === 'answers' ? [...new Set([...names, 'scorecard', 'question'])] : names;
}
