// Tests a draft on stored calls and compares it with the published revision. Works in small batches: results appear while the
// rest is in progress, and no request exceeds the service's timeout for a model.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Evaluation } from '../../../../../clients/typescript/src/browser.js';
import { write } from '../../../api/api.js';

const BATCH_CALLS = 5;

export interface Tried {
  readonly evaluation: Evaluation;
  /** Evaluation by the published revision; null when it is not available, or not yet. */
  readonly other: Evaluation | null;
}

export interface Tries {
  readonly tried: readonly Tried[];
  /** Number of calls in the current test; null before the first one. */
  readonly asked: number | null;
  readonly isRunning: boolean;
  readonly error: unknown;
  readonly run: (revision: number, other: number | null, ids: readonly string[]) => Promise<void>;
  readonly stop: () => void;
}

export function useTries(cardId: string): Tries {
  const [state, setState] = useState<Pick<Tries, 'tried' | 'asked' | 'isRunning' | 'error'>>({
    tried: [],
    asked: null,
    isRunning: false,
    error: null,
  });
  const ending = useRef<AbortController | null>(null);
  useEffect(() => () => ending.current?.abort(), []);
  const run = async (revision: number, other: number | null, ids: readonly string[]) => {
    if (ending.current) return;
    const own = new AbortController();
    ending.current = own;
    const { signal } = own;
    const by = (number: number, analysis_ids: readonly string[]) =>
      write((client) => client.scorecards.tryRevision(cardId, number, { analysis_ids }, { signal }));
    setState({ tried: [], asked: ids.length, isRunning: true, error: null });
    try {
      for (let at = 0; at < ids.length; at += BATCH_CALLS) {
        const batch = ids.slice(at, at + BATCH_CALLS);
        const { items } = await by(revision, batch);
        const others = other === null ? null : await by(other, batch);
        const tried = items.map((evaluation, index) => ({ evaluation, other: others?.items[index] ?? null }));
        if (signal.aborted) break;
        setState((before) => ({ ...before, tried: [...before.tried, ...tried] }));
      }
      setState((before) => ({ ...before, isRunning: false }));
    } catch (error) {
      setState((before) => ({ ...before, isRunning: false, error: signal.aborted ? null : error }));
    } finally {
      ending.current = null;
    }
  };
  return { ...state, run, stop: () => ending.current?.abort() };
}
