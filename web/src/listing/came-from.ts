// What this tab remembers of the list that was seen last.
import { effect, signal } from '@preact/signals';
import { keepInTab, readKept } from '../page/tab-storage.js';
import { session } from '../session/session.js';
import type { CallFilters } from './call-filters.js';
import type { ListedCalls } from './listed-calls.js';

const KEPT = 'console-listed-calls';

export const cameFrom = signal(readKept<ListedCalls<CallFilters>>(KEPT));

export function rememberList(list: ListedCalls<CallFilters> | null): void {
  cameFrom.value = list;
  keepInTab(KEPT, list);
}

// The next person at this tab is told nothing of it.
effect(() => {
  if (session.value === null) rememberList(null);
});
