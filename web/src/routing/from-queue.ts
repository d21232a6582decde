// Whether the open call was reached from the review queue: it belongs to the queue then, and the way back leads there.
import { effect, signal } from '@preact/signals';
import { keepInTab, readKept } from '../page/tab-storage.js';
import { address } from './router.js';

type Filters = Readonly<Record<string, string | undefined>>;

const KEPT = 'console-from-queue';

/** Filters of the queue in its address; null where the call was reached from elsewhere. */
export const fromQueue = signal(readKept<Filters>(KEPT));

export function rememberQueue(filters: Filters | null): void {
  fromQueue.value = filters;
  keepInTab(KEPT, filters);
}

effect(() => {
  const { path, query } = address.value;
  if (path.startsWith('/calls/')) return;
  // From the list of disputes a person goes on with those that are left.
  const left = path === '/queue/disputes' ? { reason: 'disputed' } : null;
  rememberQueue(path === '/queue' ? query : left);
});
