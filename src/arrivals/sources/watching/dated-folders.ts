// Finds date folders. Where recordings lie by year, month and day, only the folders of the last days need to be listed. That
// holds only where nothing else lies beside these folders, so each poll checks it again.
import type { KeyPage } from '../../../ports/buckets.js';

const DAY_MS = 86_400_000;
/** Days before today that are listed for late recordings. One day ahead covers clocks that are ahead. */
const DAYS_BACK = 2;
const DAYS_AHEAD = 1;
/** Missed days that are listed later; ended objects are remembered for as long. */
const MAX_DAYS_MISSED = 400;
/** Maximum number of nested single folders above the date folders. */
const MAX_DEPTH = 6;
/**
 * Maximum number of folders beside those of years that hold date folders too, such as `ivr/` of Amazon Connect. More would take
 * too many requests.
 */
const MAX_BESIDE = 1;

type Level = 'year' | 'month' | 'day' | 'year-month' | 'date';

/** Names of folders that tell a date: `20261120`, `dt=2026-11-20`, `year=2026`, `11`. */
const LEVELS: Readonly<Record<Level, RegExp>> = {
  year: /^(?:[a-z]+=)?((?:19|20)\d\d)$/i,
  'year-month': /^(?:[a-z]+=)?((?:19|20)\d\d-?(?:0[1-9]|1[0-2]))$/i,
  date: /^(?:[a-z]+=)?((?:19|20)\d\d([-_]?)(?:0[1-9]|1[0-2])\2(?:0[1-9]|[12]\d|3[01]))$/i,
  month: /^(?:[a-z]+=)?(0[1-9]|1[0-2])$/i,
  day: /^(?:[a-z]+=)?(0[1-9]|[12]\d|3[01])$/i,
};
const FIRST: readonly Level[] = ['year', 'year-month', 'date'];
const NEXT: Readonly<Record<Level, Level | null>> = {
  year: 'month',
  month: 'day',
  'year-month': 'day',
  day: null,
  date: null,
};
const DIGITS: Readonly<Record<Level, number>> = { year: 4, 'year-month': 6, date: 8, month: 2, day: 2 };

/** Lists the folders after a key in one request. */
type ListFolders = (prefix: string, after: string) => Promise<KeyPage>;

/** @returns as `yyyyMMdd`, the newest first */
export function daysLookedAt(now: Date): string[] {
  return Array.from({ length: DAYS_BACK + DAYS_AHEAD + 1 }, (_, index) =>
    dayOf(now.getTime() + (DAYS_AHEAD - index) * DAY_MS),
  );
}

/** The oldest day that a poll at this time lists, as `yyyyMMdd`. */
export const oldestDayLookedAt = (now: Date) => dayOf(now.getTime() - DAYS_BACK * DAY_MS);

/** Days between two polls that neither of them listed, as `yyyyMMdd`, the oldest first. */
export function daysBetweenLooks(before: Date, now: Date): string[] {
  const from = before.getTime() - (DAYS_BACK - 1) * DAY_MS;
  const days: string[] = [];
  for (let at = from; dayOf(at) < oldestDayLookedAt(now); at += DAY_MS) days.push(dayOf(at));
  return days.slice(-MAX_DAYS_MISSED);
}

export interface DatedFolder {
  /** Day as `yyyyMMdd`. */
  readonly day: string;
  readonly prefix: string;
}

/**
 * @param days as `yyyyMMdd`
 * @returns existing folders of these days; null where the prefix has no date folders, or has something beside them
 */
export function findDatedFolders(
  list: ListFolders,
  prefix: string,
  days: readonly string[],
): Promise<DatedFolder[] | null> {
  return findBelow(list, prefix, days, 0);
}

async function findBelow(
  list: ListFolders,
  prefix: string,
  days: readonly string[],
  depthBefore: number,
): Promise<DatedFolder[] | null> {
  let root = prefix;
  for (let depth = depthBefore; depth < MAX_DEPTH; depth++) {
    const page = await list(root, '');
    if (!holdsFoldersAlone(page, root)) return null;
    const isOf = (level: Level) => (folder: string) => LEVELS[level].test(nameOf(folder));
    const level = FIRST.find((one) => page.folders.some(isOf(one)));
    if (level !== undefined) {
      const folders = page.folders.filter(isOf(level));
      const beside = page.folders.filter((folder) => !folders.includes(folder));
      if (beside.length > MAX_BESIDE || (beside.length > 0 && !page.isLast)) return null;
      const found = [await within(list, { page: { ...page, folders }, root, level, above: '', days })];
      for (const folder of beside)
        if (!found.includes(null)) found.push(await findBelow(list, folder, days, depth + 1));
      return found.includes(null) ? null : found.flatMap((one) => one ?? []);
    }
    const [only, another] = page.folders;
    if (only === undefined || another !== undefined || !page.isLast) return null;
    root = only;
  }
  return null;
}

interface LevelFound {
  readonly page: KeyPage;
  readonly root: string;
  readonly level: Level;
  /** Digits of the folders above, such as `202611`. */
  readonly above: string;
  /** Wanted days, without the digits of the folders above. */
  readonly days: readonly string[];
}

async function within(list: ListFolders, at: LevelFound): Promise<DatedFolder[] | null> {
  const { page, level, above, days } = at;
  const length = DIGITS[level];
  const byName = new Map<string, string[]>();
  for (const day of days)
    byName.set(day.slice(0, length), [...(byName.get(day.slice(0, length)) ?? []), day.slice(length)]);
  const folders = page.isLast ? page.folders : await laterFolders(list, at);
  const found: DatedFolder[] = [];
  for (const [digits, rest] of byName) {
    const folder = folders.find((one) => digitsOf(one, level) === digits);
    if (folder === undefined) continue;
    const next = NEXT[level];
    if (next === null) {
      found.push({ day: `${above}${digits}`, prefix: folder });
      continue;
    }
    const deeper = await list(folder, '');
    const isNext = deeper.folders.every((one) => LEVELS[next].test(nameOf(one)));
    if (!holdsFoldersAlone(deeper, folder) || !isNext) return null;
    const below = { page: deeper, root: folder, level: next, above: `${above}${digits}`, days: rest };
    const deepest = await within(list, below);
    if (deepest === null) return null;
    found.push(...deepest);
  }
  return found;
}

/** Folders from the first wanted day on, of more than a page holds. */
async function laterFolders(list: ListFolders, { page, root, level, days }: LevelFound): Promise<readonly string[]> {
  const [first = ''] = page.folders;
  const oldest = [...days].sort()[0] ?? '';
  const written = digitsOf(first, level);
  if (written === null) return page.folders;
  // Writes the first wanted day in this prefix's own folder form.
  const separator = LEVELS[level].exec(nameOf(first))?.[2] ?? '';
  const digits = [oldest.slice(0, 4), oldest.slice(4, 6), oldest.slice(6, 8)]
    .filter((part) => part !== '')
    .join(separator);
  const before = nameOf(first).slice(0, nameOf(first).search(/\d/));
  const later = await list(root, `${root}${before}${digits.slice(0, -1)}`);
  return later.folders;
}

/** The folder itself may be listed as an object. */
const holdsFoldersAlone = ({ objects, folders }: KeyPage, prefix: string) =>
  folders.length > 0 && objects.every(({ key }) => key === prefix || key.endsWith('/'));

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10).replaceAll('-', '');

const nameOf = (folder: string) => folder.slice(0, -1).split('/').at(-1) ?? '';

const digitsOf = (folder: string, level: Level) =>
  LEVELS[level].exec(nameOf(folder))?.[1]?.replaceAll(/[-_]/g, '') ?? null;
