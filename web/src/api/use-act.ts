import { useCallback, useRef, useState } from 'preact/hooks';
import { type CallAnalysis, CallAnalysisError, type RequestOptions } from '../../../clients/typescript/src/browser.js';
import { write } from './api.js';

export interface Act {
  /** Of the last time; null while it runs and after it went well. */
  readonly error: unknown;
  readonly isBusy: boolean;
  /**
   * Runs it, unless it runs already.
   * @param what the act is, in full: pressed again after an answer that never came, the same act has the same `Idempotency-Key`
   * @returns whether it went well
   */
  readonly run: (what: unknown, act: (client: CallAnalysis, once: RequestOptions) => Promise<void>) => Promise<boolean>;
  readonly forget: () => void;
}

/** Something that a person does once, however often they press. */
export function useAct(): Act {
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const isRunning = useRef(false);
  const unanswered = useRef<{ readonly what: string; readonly idempotencyKey: string } | null>(null);
  const run = useCallback<Act['run']>(async (what, act) => {
    if (isRunning.current) return false;
    isRunning.current = true;
    setBusy(true);
    setError(null);
    const written = JSON.stringify(what);
    const before = unanswered.current;
    const once = before?.what === written ? { idempotencyKey: before.idempotencyKey } : {};
    try {
      await write((client) => act(client, once));
      unanswered.current = null;
      return true;
    } catch (thrown) {
      const idempotencyKey = keyOfUnanswered(thrown);
      unanswered.current = idempotencyKey === null ? null : { what: written, idempotencyKey };
      setError(thrown);
      return false;
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  }, []);
  return { error, isBusy, run, forget: useCallback(() => setError(null), []) };
}

/** Below 500 the service has decided; else the act may have been done. */
function keyOfUnanswered(error: unknown): string | null {
  if (!(error instanceof CallAnalysisError)) return null;
  return error.status === null || error.status >= 500 ? error.idempotencyKey : null;
}
