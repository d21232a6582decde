import { useCallback, useRef, useState } from 'preact/hooks';
import { type CallAnalysis, CallAnalysisError, type RequestOptions } from '../../../clients/typescript/src/browser.js';
import { write } from './api.js';

export interface Act {
  /** Error of the last run; null during a run and after a successful one. */
  readonly error: unknown;
  readonly isBusy: boolean;
  /**
   * Runs the action, unless it is running already.
   * @param what a full description of the action: repeated after a request without a response, the same action gets the same
   * `Idempotency-Key`
   * @returns true when it succeeded
   */
  readonly run: (what: unknown, act: (client: CallAnalysis, once: RequestOptions) => Promise<void>) => Promise<boolean>;
  readonly forget: () => void;
}

/** Action that runs once, however often a person presses the button. */
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

/** Below 500 the service has decided; otherwise the action may have been done. */
function keyOfUnanswered(error: unknown): string | null {
  if (!(error instanceof CallAnalysisError)) return null;
  return error.status === null || error.status >= 500 ? error.idempotencyKey : null;
}
