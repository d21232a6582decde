// The rows of an answer: every day, week and month, in the order of the keys.
import { inSlices, yieldToOthers } from '../../../platform/concurrency/loop-turns.js';
import { byCodePoint } from './figures/figures.js';
import { isCalendar } from './groupings.js';
import type { Group, GroupKey, Question } from './question.js';
import type { RowKey } from './statistics.responses.js';
import { MAX_ROWS, Refused } from './statistics-errors.js';

/** Rows made in a turn of the event loop. */
const SLICE = 25;
/** Rows written as JSON in a turn: five thousand have megabytes. */
const WRITTEN = 100;

/**
 * Each row of the groups, by `make`.
 * @param names of the parts of the keys
 */
export function rowsOf<Sums, Row>(
  groups: readonly Group<Sums>[],
  names: readonly string[],
  { buckets }: Pick<Question, 'buckets'>,
  make: (shown: RowKey, group: Group<Sums>) => Row,
): Promise<Row[]> {
  return inSlices(groups, SLICE, (group) => {
    const shown = group.key.map((value) => (typeof value === 'number' ? (buckets?.[value]?.key ?? null) : value));
    return make(Object.fromEntries(names.map((name, place) => [name, shown[place] ?? null])), group);
  });
}

/** JSON text of an answer, in parts. */
export async function* answerJson<Answer extends { readonly rows: readonly unknown[]; readonly totals: unknown }>(
  answer: Answer,
): AsyncGenerator<string, void, undefined> {
  const { rows, totals, ...head } = answer;
  yield `${JSON.stringify(head).slice(0, -1)},"rows":[`;
  for (let from = 0; from < rows.length; from += WRITTEN) {
    yield (from === 0 ? '' : ',') + JSON.stringify(rows.slice(from, from + WRITTEN)).slice(1, -1);
    await yieldToOthers();
  }
  yield `],"totals":${JSON.stringify(totals)}}`;
}

export const idOfKey = (key: GroupKey): string => JSON.stringify(key);

/**
 * Adds a group of nothing for each day, week or month that has none, beside every other value that is there. A group of
 * everything is always there.
 * @throws Refused for too many rows
 */
export function withEveryBucket<Sums>(
  groups: readonly Group<Sums>[],
  { of, groupings, buckets }: Question,
  nothing: Sums,
): Group<Sums>[] {
  if (of !== 'answers' && groupings.length === 0 && groups.length === 0) return [{ key: [], sums: nothing }];
  const place = groupings.findIndex(isCalendar);
  if (place < 0 || buckets === null) return [...groups];
  const others = new Map<string, { readonly key: GroupKey; readonly found: Map<unknown, Group<Sums>> }>();
  for (const group of groups) {
    const key = group.key.toSpliced(place, 1);
    const id = idOfKey(key);
    const other = others.get(id) ?? { key, found: new Map() };
    other.found.set(group.key[place], group);
    others.set(id, other);
  }
  if (of !== 'answers' && groupings.length === 1 && others.size === 0) others.set('', { key: [], found: new Map() });
  if (others.size * buckets.length > MAX_ROWS) throw new Refused('rows');
  return [...others.values()].flatMap(({ key, found }) =>
    buckets.map((_, index) => found.get(index) ?? { key: key.toSpliced(place, 0, index), sums: nothing }),
  );
}

/** Null comes last. */
export function inOrder<Sums>(groups: readonly Group<Sums>[]): Group<Sums>[] {
  return groups.toSorted((a, b) => {
    const differing = a.key.findIndex((value, place) => value !== b.key[place]);
    return differing < 0 ? 0 : compare(a.key[differing] ?? null, b.key[differing] ?? null);
  });
}

function compare(a: string | number | null, b: string | number | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return typeof a === 'number' && typeof b === 'number' ? a - b : byCodePoint(String(a), String(b));
}
