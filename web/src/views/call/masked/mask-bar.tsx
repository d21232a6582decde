import type { Analysis } from '../../../../../clients/typescript/src/browser.js';
import { Icon } from '../../../parts/icon.tsx';
import { t } from '../../../texts/texts.js';

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
