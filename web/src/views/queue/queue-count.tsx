import { useEffect } from 'preact/hooks';
import { session } from '../../session/session.js';
import { number, t, tn } from '../../texts/texts.js';
import { countLeft, left } from './claim.js';
import { MAX_LISTED } from './queue-filters.js';
import { useOften } from './use-often.js';

/** Number of calls that need a review, in the navigation. */
export function QueueCount() {
  useOften(countLeft, 'left');
  useEffect(() => () => (left.value = null), []);
  const count = left.value;
  if (count === null || count === 0 || session.value?.kind !== 'account') return null;
  return (
    <span class="side-count">
      {countText(count)}
      <span class="unseen"> {t('queue.left.unseen')}</span>
    </span>
  );
}

export const leftText = (count: number): string =>
  count >= MAX_LISTED ? t('queue.left.many', { n: countText(count) }) : tn('queue.left', count);

/** Text of a number. The service counts no further. */
export const countText = (count: number): string => (count >= MAX_LISTED ? `${number(MAX_LISTED)}+` : number(count));
