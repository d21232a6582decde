import { useEffect } from 'preact/hooks';
import type { Analysis } from '../../../../../clients/typescript/src/browser.js';
import { Icon } from '../../../parts/icon.tsx';
import { t } from '../../../texts/texts.js';

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

/** Above a call that is being masked, or of which something is withheld. */
export function MaskBar({ analysis: { redaction, status } }: { readonly analysis: Analysis }) {
  const state = redaction.status;
  if (status !== 'completed' || (state !== 'processing' && state !== 'withheld')) return null;
  return (
    <p class="mask-bar" role="status">
      <Icon name="alert" />
      <span>{t(`redaction.bar.${state}`)}</span>
    </p>
  );
}
