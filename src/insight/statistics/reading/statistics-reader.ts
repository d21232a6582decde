// Answers queries about many calls. All figures of an answer are of the same moment.
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { RequestSlots } from '../../../platform/concurrency/request-slots.js';
import { queryRow } from '../../../platform/database/sql.js';
import type { Caller } from '../../../platform/http/access/caller.js';
import { askedBy, DEFAULT_ZONE, FIRST, shownRange, withRange } from './ask.js';
import { previousRange } from './calendar.js';
import { addAnswers, addCalls, addEvaluations, NO_ANSWERS, NO_CALLS, NO_EVALUATIONS } from './figure-sums.js';
import { answerFigures, answerTotals, callFigures, evaluationFigures } from './figures.js';
import { loadTQuantile, type TQuantile } from './intervals.js';
import type { Group, GroupKey, Question } from './question.js';
import { readAnswers, readCalls, readEvaluations, refuseTooMany } from './read-sums.js';
import { idOfKey, inOrder, rowsOf, withEveryBucket } from './rows.js';
import type { StatisticsQuery } from './statistics.requests.js';
import type {
  AnswerStatisticsResponse,
  CallStatisticsResponse,
  EvaluationStatisticsResponse,
} from './statistics.responses.js';
import { tooManyCalls } from './statistics-errors.js';

const STATEMENT_TIMEOUT_MS = 20_000;
const QUERY_CANCELED = '57014';

type Statistics = CallStatisticsResponse | EvaluationStatisticsResponse | AnswerStatisticsResponse;

@Injectable()
export class StatisticsReader {
  private readonly slots = new RequestSlots();
  private quantile: Promise<TQuantile> | null = null;
  /** Time for one statement. */
  protected readonly timeoutMs: number = STATEMENT_TIMEOUT_MS;

  constructor(private readonly dataSource: DataSource) {}

  /** @throws ApiError 400 for too many rows or calls */
  async read(caller: Pick<Caller, 'accountId' | 'livemode'>, query: StatisticsQuery): Promise<Statistics> {
    this.quantile ??= loadTQuantile();
    const t = await this.quantile;
    return this.slots.run(caller.accountId, () =>
      this.dataSource.transaction('REPEATABLE READ', async (tx) => {
        const now = await beginReading(tx, this.timeoutMs);
        const question = await askedBy(caller, query, now);
        const before = query.compare === 'previous' ? await previousOf(question, query.timezone ?? DEFAULT_ZONE) : null;
        return answer(tx, question, before, query, now, t).catch((error: unknown) => {
          throw isCanceled(error) ? tooManyCalls() : error;
        });
      }),
    );
  }
}

const isCanceled = (error: unknown) => error instanceof Error && Reflect.get(error, 'code') === QUERY_CANCELED;

/** @returns time of the snapshot, in whole seconds */
async function beginReading(tx: EntityManager, timeoutMs: number): Promise<number> {
  await tx.query(`SET LOCAL statement_timeout = ${timeoutMs}`);
  const found = await queryRow<{ now: string }>(tx, 'SELECT floor(extract(epoch FROM now())) AS now');
  return Number(found?.now) * 1000;
}

function previousOf(question: Question, zone: string): Promise<Question> {
  const { start, end } = previousRange(zone, question.range);
  return withRange(question, zone, { start: Math.max(start, FIRST), end });
}

async function answer(
  tx: EntityManager,
  question: Question,
  before: Question | null,
  query: StatisticsQuery,
  now: number,
  t: TQuantile,
): Promise<Statistics> {
  await refuseTooMany(tx, question);
  if (before) await refuseTooMany(tx, before);
  const head = {
    object: 'statistics' as const,
    group_by: question.groupings.map(({ name }) => name),
    timezone: query.timezone ?? DEFAULT_ZONE,
    ...shownRange(question.range),
    ...(before && { previous: shownRange(before.range) }),
    as_of: now / 1000,
  };
  if (question.of === 'calls') return { ...head, of: 'calls', ...(await callAnswer(tx, question, before, t)) };
  if (question.of === 'answers') return { ...head, of: 'answers', ...(await answersAnswer(tx, question, before, t)) };
  return { ...head, of: 'evaluations', ...(await evaluationAnswer(tx, question, before, t)) };
}

async function callAnswer(tx: EntityManager, question: Question, before: Question | null, t: TQuantile) {
  const { groups, totals } = await sumsOf(tx, question, readCalls, addCalls, NO_CALLS);
  const was = before && (await sumsOf(tx, before, readCalls, addCalls, NO_CALLS));
  const rows = await rowsOf(groups, namesOf(question), question, (key, group) => ({
    key,
    ...callFigures(group.sums, was?.sumsAt(group.key) ?? null, t),
  }));
  return { rows, totals: callFigures(totals, was?.totals ?? null, t) };
}

async function evaluationAnswer(tx: EntityManager, question: Question, before: Question | null, t: TQuantile) {
  const { groups, totals } = await sumsOf(tx, question, readEvaluations, addEvaluations, NO_EVALUATIONS);
  const was = before && (await sumsOf(tx, before, readEvaluations, addEvaluations, NO_EVALUATIONS));
  const rows = await rowsOf(groups, namesOf(question), question, (key, group) => ({
    key,
    ...evaluationFigures(group.sums, was?.sumsAt(group.key) ?? null, t),
  }));
  return { rows, totals: evaluationFigures(totals, was?.totals ?? null, t) };
}

async function answersAnswer(tx: EntityManager, question: Question, before: Question | null, t: TQuantile) {
  const { groups, totals } = await sumsOf(tx, question, readAnswers, addAnswers, NO_ANSWERS);
  const was = before && (await sumsOf(tx, before, readAnswers, addAnswers, NO_ANSWERS));
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
  tx: EntityManager,
  question: Question,
  read: (tx: EntityManager, question: Question) => Promise<Group<Sums>[]>,
  add: (groups: readonly Sums[]) => Sums,
  nothing: Sums,
): Promise<Found<Sums>> {
  const found = mayFind(question) ? await read(tx, question) : [];
  const isOneEach = question.groupings.every(({ kind }) => kind !== 'violation');
  const parts = isOneEach || found.length === 0 ? found : await read(tx, { ...question, groupings: [], buckets: null });
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
