import { useEffect } from 'preact/hooks';
import type { Analysis } from '../../../../../clients/typescript/src/browser.js';

/** A minute holds a hundred requests. */
const POLL_MS = 3_000;

/** Reads a call again and again while it is being masked. */
export function useMasking(analysis: Analysis | null, reload: () => void): void {
  const isMasking = analysis?.status === 'completed' && analysis.redaction.status === 'processing';
  useEffect(() => {
    if (!isMasking) return;
    const timer = setInterval(() => document.hidden || reload(), POLL_MS);
    return () => clearInterval(timer);
  }, [isMasking, reload]);
}
