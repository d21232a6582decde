// Prefetches the next call while the person still works on this one.
import { useEffect } from 'preact/hooks';
import type { Analysis, CallAnalysis } from '../../../../clients/typescript/src/browser.js';
import { read } from '../../api/api.js';
import { paramsOf } from '../../listing/call-filters.js';
import { cameFrom, rememberList } from '../../listing/came-from.js';
import { extended, type ListedCalls, neighbourIn, nextOffset } from '../../listing/listed-calls.js';
import { whenIdle } from '../../page/idle.js';
import { go, to } from '../../routing/router.js';

/** Lifetime of a prefetched call: it may have changed since. */
const FRESH_MS = 120_000;

interface Ahead {
  readonly id: string;
  readonly at: number;
  readonly analysis: Promise<Analysis>;
}

let ahead: Ahead | null = null;
/** Direction in which the person moves through the list. */
let direction: 1 | -1 = 1;

/** The prefetched call, or else the call as it is fetched now. */
export function openCall(client: CallAnalysis, id: string, signal: AbortSignal): Promise<Analysis> {
  const fetchIt = () => client.analyses.get(id, {}, { signal });
  const found = ahead;
  if (found?.id !== id) return fetchIt();
  ahead = null;
  return Date.now() - found.at < FRESH_MS ? found.analysis.catch(fetchIt) : fetchIt();
}

/** @param isShown true when the call is loaded, so that the connection is free */
export function useNextAhead(id: string, isShown: boolean): void {
  useEffect(() => {
    if (!isShown || savesData()) return;
    const ending = new AbortController();
    const stop = whenIdle(() => {
      // A failed prefetch is not an error: the call is fetched when the person goes there.
      fetchAhead(id, ending.signal).catch(() => undefined);
    });
    return () => {
      stop();
      ending.abort();
    };
  }, [id, isShown]);
}

async function fetchAhead(id: string, signal: AbortSignal): Promise<void> {
  const next = await neighbourOf(id, direction, signal);
  if (next === null || signal.aborted || ahead?.id === next) return;
  // The prefetch continues when the person goes there; it is not aborted with this call.
  const analysis = read((client) => client.analyses.get(next), new AbortController().signal);
  analysis.catch(() => undefined);
  ahead = { id: next, at: Date.now(), analysis };
}

/** Goes to the next or the previous call of the list; stays when there is none. */
export async function goToNeighbour(id: string, by: 1 | -1): Promise<void> {
  direction = by;
  const next = await neighbourOf(id, by, new AbortController().signal).catch(() => null);
  // The back button leads to the list, not through all calls seen.
  if (next !== null) go(to(`/calls/${next}`), { replace: true });
}

async function neighbourOf(id: string, by: 1 | -1, signal: AbortSignal): Promise<string | null> {
  const list = cameFrom.value;
  if (list === null || !list.ids.includes(id)) return null;
  return neighbourIn(list, id, by) ?? neighbourIn(await withNextPage(list, by, signal), id, by);
}

async function withNextPage<List extends ListedCalls>(list: List, by: 1 | -1, signal: AbortSignal) {
  const offset = nextOffset(list, by);
  const known = cameFrom.value;
  if (offset === null || known === null) return list;
  const params = { ...paramsOf(known.filters), offset };
  const page = await read(async (client) => client.analyses.listSummaries(params, { signal }), signal);
  const longer = extended(known, page, by);
  rememberList(longer);
  return longer;
}

/** True when the person pays for loaded data. */
function savesData(): boolean {
  const { connection } = navigator as { readonly connection?: { readonly saveData?: boolean } };
  return connection?.saveData === true;
}
