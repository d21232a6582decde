// Checks a revision. Calls about which the AI is asked again go in small batches: results appear while the rest is in progress,
// and no request exceeds the service's timeout for a model.
import { useEffect, useRef, useState } from 'preact/hooks';
import { write } from '../../../api/api.js';
import type { Form } from '../model/draft.js';
import { addStability, type Finding, findingsIn, type Stability } from '../model/findings.js';

/** Evaluations in one request. */
const MAX_AT_ONCE = 10;

export interface CheckedAgain {
  readonly ids: readonly string[];
  readonly repeats: number;
}

export interface Check {
  readonly isRunning: boolean;
  readonly error: unknown;
  /** Null before the first check. */
  readonly findings: readonly Finding[] | null;
  readonly stability: Stability;
  /** Number of calls about which the AI was asked again. */
  readonly done: number;
  readonly run: (form: Form, ready: () => Promise<number | null>, again: CheckedAgain) => Promise<void>;
}

const NOTHING: Omit<Check, 'run'> = { isRunning: false, error: null, findings: null, stability: [], done: 0 };

export function useCheck(cardId: string): Check {
  const [state, setState] = useState(NOTHING);
  const ending = useRef<AbortController | null>(null);
  useEffect(() => () => ending.current?.abort(), []);
  const run: Check['run'] = async (form, ready, { ids, repeats }) => {
    if (ending.current) return;
    const own = new AbortController();
    ending.current = own;
    const { signal } = own;
    setState({ ...NOTHING, isRunning: true });
    try {
      const revision = await ready();
      const size = Math.floor(MAX_AT_ONCE / (1 + repeats));
      for (let at = 0; revision !== null && (at === 0 || at < ids.length); at += size) {
        const batch = ids.slice(at, at + size);
        const params = batch.length === 0 ? {} : { analysis_ids: [...batch], repeats };
        const found = await write((client) => client.scorecards.checkRevision(cardId, revision, params, { signal }));
        if (signal.aborted) return;
        setState((before) => ({
          ...before,
          findings: findingsIn(form, found.faults),
          stability: addStability(before.stability, found.stability),
          done: before.done + batch.length,
        }));
      }
      setState((before) => ({ ...before, isRunning: false }));
    } catch (error) {
      if (!signal.aborted) setState((before) => ({ ...before, isRunning: false, error }));
    } finally {
      ending.current = null;
    }
  };
  return { ...state, run };
}
