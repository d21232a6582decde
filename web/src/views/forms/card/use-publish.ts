// Publishes a revision, through the gate of its scorecard: a request scores rated calls for some 45 seconds, and is sent again
// until all are scored.
import { useEffect, useRef, useState } from 'preact/hooks';
import { CallAnalysisError, type ScorecardRevision } from '../../../../../clients/typescript/src/browser.js';
import { pauseOrOnline, write } from '../../../api/api.js';
import { type Judged, judgedSoFar } from '../model/gate.js';

/** Pause between two requests, as the service asks. */
const PAUSE_MS = 5_000;

export interface Publishing {
  readonly isBusy: boolean;
  /** Null until the service says how many calls are scored. */
  readonly judged: Judged | null;
  readonly error: unknown;
  /** @param then is run after the publication, and its errors are shown as those of the publication */
  readonly run: (force: boolean, then: (published: ScorecardRevision) => Promise<void>) => Promise<void>;
}

export function usePublish(cardId: string, revision: number): Publishing {
  const [state, setState] = useState<Omit<Publishing, 'run'>>({ isBusy: false, judged: null, error: null });
  const ending = useRef<AbortController | null>(null);
  useEffect(() => () => ending.current?.abort(), []);
  const run: Publishing['run'] = async (force, then) => {
    if (ending.current) return;
    const own = new AbortController();
    ending.current = own;
    const { signal } = own;
    // The library would repeat the request by itself, and not say how far the scoring came.
    const once = { idempotencyKey: crypto.randomUUID(), signal, maxRetries: 0 };
    const publish = () => write((client) => client.scorecards.publishRevision(cardId, revision, { force }, once));
    setState((before) => ({ ...before, isBusy: true, error: null }));
    try {
      let published: ScorecardRevision | null = null;
      while (published === null) {
        published = await publish().catch((error: unknown) => {
          const judged = judgedSoFar(error);
          if (judged === null && !isTooEarly(error)) throw error;
          setState((before) => ({ ...before, judged: judged ?? before.judged }));
          return null;
        });
        if (published === null) await pauseOrOnline(PAUSE_MS, signal);
      }
      await then(published);
      setState((before) => ({ ...before, isBusy: false }));
    } catch (error) {
      if (!signal.aborted) setState({ isBusy: false, judged: null, error });
    } finally {
      ending.current = null;
    }
  };
  return { ...state, run };
}

const isTooEarly = (error: unknown): boolean => error instanceof CallAnalysisError && error.status === 429;
