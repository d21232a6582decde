// Finds the calls of a page, newest first, and their total: one interval of time after the other, each with the index of words.
// The first interval is short. Its number of matches and its duration decide the length of the next one: for a rare word all of
// the past at once, for a frequent one no more than is counted, for a phrase of frequent words as much as a moment allows.

import type { EntityManager } from 'typeorm';
import type { Sight } from '../../access/rights.js';
import { Parameters, seenWithin } from '../../calls/listing/analysis-filter.js';
import { LISTS } from '../../calls/words/frequent-words.js';
import { queryRow, queryRows } from '../../platform/database/sql.js';
import { MAX_COUNTED } from './search.requests.js';
import type { CallQueries, SearchQueries } from './search-queries.js';

export interface CallSearch {
  readonly accountId: string;
  readonly livemode: boolean;
  readonly sight: Sight | null;
  readonly agentId: string | null;
  readonly contactId: string | null;
  /** Inclusive. */
  readonly createdAfter: Date | null;
  /** Exclusive. */
  readonly createdBefore: Date | null;
  readonly queries: CallQueries;
  readonly skip: number;
  readonly limit: number;
}

export interface FoundCalls {
  /** Ids of the page. */
  readonly ids: readonly string[];
  /** Total of the calls found; it may exceed the counted maximum. */
  readonly total: number;
  /** Calls from this time on were searched; null where all were. A whole second. */
  readonly searchedFrom: Date | null;
}

/** Calls in the first interval. */
const FIRST_CALLS = 4_000;
const FIRST_CALLS_OF_PHRASE = 500;
/** Maximum number of calls in a part of a month: finding its start reads an index entry for each call. */
const MAX_CALLS_IN_PART_OF_MONTH = 100_000;
const MAX_GROWTH = 16;
const MIN_CALLS = 50;
/** Slightly more than is counted, so that the next interval is likely to be the last. */
const WANTED_MATCHES = 1.2 * MAX_COUNTED;
const STRETCH_MS = 100;

/**
 * @param tx one snapshot
 * @param until time of `performance` from which on no further interval of a phrase is begun. The index alone tells where words
 * occur: then the answer does not depend on how busy the machine is.
 */
export async function findCalls(tx: EntityManager, search: CallSearch, until: number): Promise<FoundCalls> {
  // Forces the index of words: without this setting Postgres may scan a small month.
  await tx.query('SET LOCAL enable_seqscan = off');
  const { plain, paired } = search.queries;
  const unpaired =
    plain === paired ? null : await queryRow<Unpaired>(tx, UNPAIRED, [search.accountId, search.livemode]);
  const arePaired = unpaired === null || unpaired.from === null;
  const isPhrase = (arePaired ? paired : plain).phrases !== null;
  const stretches = await Stretches.of(tx, search);
  const needed = Math.max(MAX_COUNTED + 1, search.skip + search.limit);
  const ids: string[] = [];
  let total = 0;
  let size = isPhrase ? FIRST_CALLS_OF_PHRASE : FIRST_CALLS;
  for (let stretch = await stretches.next(size); stretch !== null; stretch = await stretches.next(size)) {
    const stretchStartedAt = performance.now();
    const queries = arePaired || stretch.until <= unpaired.from || stretch.from > unpaired.until ? paired : plain;
    const found = await findInStretch(tx, { ...search, queries }, stretch, {
      skip: Math.max(0, search.skip - total),
      limit: search.limit - ids.length,
    });
    total += found.n;
    ids.push(...found.ids);
    if (total >= needed) break;
    const now = performance.now();
    if (isPhrase && now >= until && !stretches.areAtEnd) return { ids, total, searchedFrom: stretch.from };
    size = nextSize(stretch.calls, found.n, {
      took: now - stretchStartedAt,
      left: isPhrase ? until - now : STRETCH_MS,
    });
  }
  return { ids, total, searchedFrom: null };
}

/** @param ms time that the calls took, and time left for the search */
function nextSize(calls: number, matches: number, ms: { readonly took: number; readonly left: number }): number {
  const byMatches = (WANTED_MATCHES * calls) / matches;
  const byTime = (Math.min(STRETCH_MS, ms.left) * calls) / Math.max(ms.took, 1);
  return Math.max(MIN_CALLS, Math.ceil(Math.min(MAX_GROWTH * calls, byMatches, byTime)));
}

interface Stretch {
  /** Inclusive: a whole second, or the bound of the search. */
  readonly from: Date;
  /** Exclusive. */
  readonly until: Date;
  /** Estimated number of calls in the interval, of both modes. */
  readonly calls: number;
  /** Whether it begins or ends within a month. */
  readonly isPartOfMonth: boolean;
}

interface Month {
  readonly start: Date;
  readonly end: Date;
  /** Estimated number of completed calls before the next interval. */
  calls: number;
}

/** Divides the time of a search, newest first. */
class Stretches {
  private constructor(
    private readonly tx: EntityManager,
    private readonly accountId: string,
    private readonly from: Date,
    private until: Date,
    /** Newest first, without finished months. */
    private readonly months: Month[],
  ) {}

  static async of(tx: EntityManager, { accountId, createdAfter, createdBefore }: CallSearch): Promise<Stretches> {
    const rows = await queryRows<{ start: Date; end: Date; calls: string }>(tx, MONTHS, [accountId]);
    const months = rows
      .map(({ start, end, calls }): Month => ({ start, end, calls: Number(calls) }))
      .filter(({ start, end }) => (!createdBefore || start < createdBefore) && (!createdAfter || end > createdAfter));
    const from = latest(createdAfter, months.at(-1)?.start);
    const until = earliest(createdBefore, months[0]?.end);
    return new Stretches(tx, accountId, from, until, months);
  }

  get areAtEnd(): boolean {
    return this.months.length === 0;
  }

  /** @param size approximate number of calls @returns null at the end */
  async next(size: number): Promise<Stretch | null> {
    const [month] = this.months;
    if (!month) return null;
    return 2 * size < month.calls
      ? this.partOf(month, Math.min(size, MAX_CALLS_IN_PART_OF_MONTH))
      : this.wholeMonths(size);
  }

  private async partOf(month: Month, size: number): Promise<Stretch> {
    const next = await queryRow<{ created_at: Date }>(this.tx, CALL_BEFORE, [
      this.accountId,
      this.until.toISOString(),
      size,
    ]);
    const second = next && new Date(1000 * Math.floor(next.created_at.getTime() / 1000));
    if (!second || second <= month.start || second <= this.from) {
      month.calls = Math.min(month.calls, size);
      return this.wholeMonths(size);
    }
    month.calls = Math.max(1, month.calls - size);
    return this.take(second, size, true);
  }

  private wholeMonths(size: number): Stretch {
    let calls = 0;
    let start = this.from;
    let isPartOfMonth = false;
    for (let [month] = this.months; month; [month] = this.months) {
      if (calls > 0 && calls + month.calls > size) break;
      calls += month.calls;
      isPartOfMonth ||= this.until < month.end || this.from > month.start;
      start = latest(month.start, this.from);
      this.months.shift();
    }
    return this.take(start, calls, isPartOfMonth && calls < MAX_CALLS_IN_PART_OF_MONTH);
  }

  private take(from: Date, calls: number, isPartOfMonth: boolean): Stretch {
    const stretch = { from, until: this.until, calls: Math.max(1, calls), isPartOfMonth };
    this.until = from;
    return stretch;
  }
}

const latest = (first: Date | null, second: Date | undefined) =>
  first && second && first > second ? first : (second ?? first ?? NEVER);
const earliest = (first: Date | null, second: Date | undefined) =>
  first && second && first < second ? first : (second ?? first ?? NEVER);
const NEVER = new Date(0);

const MONTHS = `
  SELECT month::timestamp AT TIME ZONE 'UTC' AS start, (month + interval '1 month') AT TIME ZONE 'UTC' AS end, completed AS calls
  FROM analysis_month_count WHERE account_id = $1 AND completed > 0 ORDER BY month DESC`;
/** Needs only the index. */
const CALL_BEFORE = `
  SELECT created_at FROM analysis WHERE account_id = $1 AND created_at < $2::timestamptz
  ORDER BY created_at DESC, id DESC OFFSET $3 LIMIT 1`;

type Unpaired = { readonly from: Date; readonly until: Date } | { readonly from: null };
/** The times between which an earlier release, or one with other lists, has stored calls; both inclusive. */
const UNPAIRED = `
  SELECT min(created_at) AS from, max(created_at) AS until FROM call_words
  WHERE account_id = $1 AND livemode = $2 AND frequent_words <> ${LISTS}`;

interface StretchSearch extends Omit<CallSearch, 'queries'> {
  readonly queries: SearchQueries;
}

async function findInStretch(
  tx: EntityManager,
  search: StretchSearch,
  stretch: Stretch,
  { skip, limit }: { readonly skip: number; readonly limit: number },
): Promise<{ n: number; ids: string[] }> {
  const p = new Parameters();
  const statement = `
    WITH found AS MATERIALIZED (
      SELECT w.created_at, w.analysis_id FROM call_words w WHERE ${conditionsOf(search, stretch, p).join(' AND ')})
    SELECT (SELECT count(*) FROM found)::int AS n, ARRAY(
      SELECT analysis_id FROM found ORDER BY created_at DESC, analysis_id DESC
      LIMIT ${p.add(limit, 'int')} OFFSET ${p.add(skip, 'int')}) AS ids`;
  const found = await queryRow<{ n: number; ids: string[] }>(tx, statement, p.values);
  return found ?? { n: 0, ids: [] };
}

/** SQL conditions; the index covers the first ones. */
function conditionsOf(search: StretchSearch, { from, until, isPartOfMonth }: Stretch, p: Parameters): string[] {
  const { accountId, sight, livemode, agentId, contactId, queries } = search;
  const account = p.add(accountId, 'uuid');
  const shelf = (at: Date) => `search_shelf(${account}, ${livemode}, ${p.addTime(at)})`;
  const last = new Date(until.getTime() - 1);
  return [
    `search_tenant(w.account_id, w.livemode) = search_tenant(${account}, ${livemode})`,
    ...(isPartOfMonth
      ? [`(search_shelf(w.account_id, w.livemode, w.created_at) COLLATE "C") BETWEEN ${shelf(from)} AND ${shelf(last)}`]
      : []),
    ...(sight === null
      ? []
      : [`w.${seenWithin(accountId, sight, p, { createdAfter: from, createdBefore: until }, 'analysis_id')}`]),
    ...(agentId === null ? [] : [`w.agent_id = ${p.add(agentId, 'text')}`]),
    ...(contactId === null ? [] : [`w.contact_id = ${p.add(contactId, 'text')}`]),
    `w.words @@ ${p.add(queries.words, 'text')}::tsquery`,
    `w.created_at >= ${p.addTime(from)}`,
    `w.created_at < ${p.addTime(until)}`,
    ...(queries.phrases === null ? [] : [phraseCondition(queries.phrases, p)]),
  ];
}

function phraseCondition({ all, wanted, unwanted }: NonNullable<SearchQueries['phrases']>, p: Parameters): string {
  const piece = (query: string) =>
    `EXISTS (SELECT FROM call_words_piece AS piece WHERE piece.analysis_id = w.analysis_id AND piece.words @@ ${query})`;
  const inPieces = [
    ...wanted.map((query) => piece(`${p.add(query, 'text')}::tsquery`)),
    ...unwanted.map((query) => `NOT ${piece(`${p.add(query, 'text')}::tsquery`)}`),
  ];
  return `CASE WHEN w.in_pieces THEN ${inPieces.join(' AND ')} ELSE w.words @@ ${p.add(all, 'text')}::tsquery END`;
}
