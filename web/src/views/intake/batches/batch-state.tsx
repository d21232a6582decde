import type { Batch } from '../../../../../clients/typescript/src/browser.js';
import { to } from '../../../routing/router.js';
import { named, t, wholeMoment } from '../../../texts/texts.js';

const LOOKS: Readonly<Record<string, string>> = { completed: 'good', failed: 'bad', waiting_for_quota: 'unsure' };

/** True when the batch continues by itself. */
export const isOpen = ({ status, counts }: Batch): boolean =>
  status === 'reading' || status === 'processing' || status === 'waiting_for_quota' || counts.processing > 0;

export function BatchTag({ batch: { status } }: { readonly batch: Batch }) {
  return <span class={`tag ${LOOKS[status] ?? ''}`}>{named('batches.status', status)}</span>;
}

const SAID = ['reading', 'processing', 'waiting_for_quota', 'canceled'] as const;

/** Reason why a batch waits, or has ended. */
export function BatchStory({ batch: { status, completed_at, error_message } }: { readonly batch: Batch }) {
  const said = SAID.find((one) => one === status);
  return (
    <>
      {said && (
        <p class={status === 'waiting_for_quota' ? 'notice' : undefined}>
          {t(`batches.say.${said}`)}{' '}
          {status === 'waiting_for_quota' && <a href={to('/settings')}>{t('batches.toPlan')}</a>}
        </p>
      )}
      {error_message !== null && (
        <p class="bad" lang="en">
          {error_message}
        </p>
      )}
      {completed_at !== null && <p class="soft">{t('batches.ended', { when: wholeMoment(completed_at) })}</p>}
    </>
  );
}
