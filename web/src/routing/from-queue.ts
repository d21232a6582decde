// Whether the open call was reached from the review queue: it belongs to the queue then, and the way back leads there.
import { effect, signal } from '@preact/signals';
import { address } from './router.js';

type Filters = Readonly<Record<string, string | undefined>>;

const KEPT = 'console-from-queue';

/** Filters of the queue in its address; null where the call was reached from elsewhere. */
export const fromQueue = signal<Filters | null>(readKept());

export function rememberQueue(filters: Filters | null): void {
  fromQueue.value = filters;
  try {
    if (filters === null) sessionStorage.removeItem(KEPT);
    else sessionStorage.setItem(KEPT, JSON.stringify(filters));
  } catch {
    // A reload of the call then leads back to the list of calls.
  }
}

function readKept(): Filters | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT) ?? 'null') as Filters | null;
  } catch {
    return null;
  }
}

effect(() => {
  const { path, query } = address.value;
  if (!path.startsWith('/calls/')) rememberQueue(path === '/queue' ? query : null);
});
