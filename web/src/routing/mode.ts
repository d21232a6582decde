// Live calls or test calls: what the views of calls show. The address says it, as in `/calls?mode=test`, so that it can be
// shared; views without calls keep what was shown last. Without the browser.
import { signal } from '@preact/signals';
import { match } from './address.js';

/** Views that show the calls of one mode. */
const OF_ONE_MODE = [
  '/mine',
  '/calls',
  '/calls/exports',
  '/search',
  '/queue',
  '/queue/disputes',
  '/day',
  '/day/coaching',
  '/agents/:agent',
];

export const showsTest = signal(false);

export const isOfOneMode = (path: string): boolean => OF_ONE_MODE.some((pattern) => match(pattern, path) !== null);

type Query = Readonly<Record<string, string | undefined>>;

/** Takes over what an address says. */
export function noteMode(path: string, { mode }: Query): void {
  if (isOfOneMode(path)) showsTest.value = mode === 'test';
}

/** A link from test calls leads to test calls, unless it names the mode itself. */
export const withMode = (path: string, query: Query): Query =>
  showsTest.value && isOfOneMode(path) && !('mode' in query) ? { ...query, mode: 'test' } : query;
