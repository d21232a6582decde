// Addresses that a person keeps under a name. They stay in this browser, by account: a login may be shared by a team, and an
// address may name agents and contacts.
import { keep } from '../page/preferences.js';
import { accountIn, session } from './session.js';

interface Place {
  /** Below `/app`. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
}

export interface SavedView extends Place {
  readonly name: string;
}

export const MAX_SAVED_VIEWS = 50;

/** Saved views of the account that is logged in, by name. Read again each time: another tab may have changed them. */
export function savedViews(): readonly SavedView[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageName()) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isSavedView) : [];
  } catch {
    // A browser may forbid storage.
    return [];
  }
}

/** @returns the saved view of an address, whichever page of its list is open */
export const savedAt = (place: Place): SavedView | null =>
  savedViews().find((view) => keyOf(view) === keyOf(place)) ?? null;

/** A view of the same address or the same name is replaced. @returns false when there are too many */
export function saveView(name: string, { path, query: { page: _page, ...query } }: Place): boolean {
  const others = savedViews().filter((view) => view.name !== name && keyOf(view) !== keyOf({ path, query }));
  if (others.length >= MAX_SAVED_VIEWS) return false;
  write([...others, { name, path, query }].sort((a, b) => a.name.localeCompare(b.name)));
  return true;
}

export const removeView = (place: Place): void => write(savedViews().filter((view) => keyOf(view) !== keyOf(place)));

/** Called when the account is deleted. */
export const forgetViews = (): void => write([]);

function keyOf({ path, query: { page: _page, ...filters } }: Place): string {
  return JSON.stringify([path, Object.entries(filters).sort(([a], [b]) => (a < b ? -1 : 1))]);
}

const storageName = (): string =>
  session.value?.kind === 'account' ? `console-views:${accountIn(session.value)}` : '';

const write = (views: readonly SavedView[]): void => keep(storageName(), JSON.stringify(views));

/** Storage may hold what another release wrote. */
function isSavedView(kept: unknown): kept is SavedView {
  if (typeof kept !== 'object' || kept === null) return false;
  const { name, path, query } = kept as Readonly<Record<string, unknown>>;
  return typeof name === 'string' && typeof path === 'string' && typeof query === 'object' && query !== null;
}
