import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { CallAnalysis } from '../../../clients/typescript/src/browser.js';
import { read } from './api.js';

export interface Resource<T> {
  /** The last that was read; stays while the next is on its way, so that nothing jumps. */
  readonly value: T | null;
  readonly error: unknown;
  readonly isLoading: boolean;
  /** Reads again. */
  readonly reload: () => void;
  /** Changes what was read, e.g. by an event. */
  readonly change: (change: (value: T) => T) => void;
}

/** @param key what is read: a change of it reads again */
export function useResource<T>(
  key: string,
  load: (client: CallAnalysis, signal: AbortSignal) => Promise<T>,
): Resource<T> {
  const [state, setState] = useState<{ key: string; value: T | null; error: unknown; isLoading: boolean }>({
    key,
    value: null,
    error: null,
    isLoading: true,
  });
  const [round, setRound] = useState(0);
  const latest = useRef(load);
  latest.current = load;
  useEffect(() => {
    const ending = new AbortController();
    setState((before) => ({ ...before, key, isLoading: true }));
    read((client) => latest.current(client, ending.signal), ending.signal).then(
      (value) => {
        if (!ending.signal.aborted) setState({ key, value, error: null, isLoading: false });
      },
      (error: unknown) => {
        if (!ending.signal.aborted) setState((before) => ({ ...before, error, isLoading: false }));
      },
    );
    return () => ending.abort();
  }, [key, round]);
  const reload = useCallback(() => setRound((count) => count + 1), []);
  const change = useCallback(
    (by: (value: T) => T) =>
      setState((before) => (before.value === null ? before : { ...before, value: by(before.value) })),
    [],
  );
  return { value: state.value, error: state.error, isLoading: state.isLoading, reload, change };
}
