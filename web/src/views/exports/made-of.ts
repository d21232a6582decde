// Of which calls this tab made its exports: the service forgets a filter with its end, since it may name a person.
import { effect } from '@preact/signals';
import type { CallFilters } from '../../listing/call-filters.js';
import { session } from '../../session/session.js';

const KEPT = 'console-exports';

type MadeOf = Readonly<Record<string, CallFilters>>;

function read(): MadeOf {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT) ?? '{}') as MadeOf;
  } catch {
    return {};
  }
}

/** @returns null where another tab or a program made it */
export const filtersOfExport = (id: string): CallFilters | null => read()[id] ?? null;

export function rememberExport(id: string, filters: CallFilters): void {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify({ ...read(), [id]: filters }));
  } catch {
    // Making it again then begins with all calls.
  }
}

// The next person at this tab is told nothing of it.
effect(() => {
  if (session.value === null) sessionStorage.removeItem(KEPT);
});
