// What this tab remembers of the list that was seen last.
import { effect, signal } from '@preact/signals';
import { session } from '../session/session.js';
import type { CallFilters } from './call-filters.js';
import type { ListedCalls } from './listed-calls.js';

const KEPT = 'console-listed-calls';

export const cameFrom = signal<ListedCalls<CallFilters> | null>(readKept());

function readKept(): ListedCalls<CallFilters> | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT) ?? 'null') as ListedCalls<CallFilters> | null;
  } catch {
    return null;
  }
}

export function rememberList(list: ListedCalls<CallFilters> | null): void {
  cameFrom.value = list;
  try {
    if (list === null) sessionStorage.removeItem(KEPT);
    else sessionStorage.setItem(KEPT, JSON.stringify(list));
  } catch {
    // A reload of a call then knows no next one.
  }
}

// The next person at this tab is told nothing of it.
effect(() => {
  if (session.value === null) rememberList(null);
});
