// What the list of holds and the page of one have in common.
import type { Hold } from '../../../../../clients/typescript/src/browser.js';
import { t, tn } from '../../../texts/data.js';
import { moment } from '../../../texts/texts.js';

export const HOLDS = '/settings/data/holds';

export const isActive = ({ status }: Pick<Hold, 'status'>): boolean => status === 'active';

export const HoldTag = ({ hold }: { readonly hold: Hold }) => (
  <span class={isActive(hold) ? 'tag good' : 'tag'}>{t(isActive(hold) ? 'holds.active' : 'holds.released')}</span>
);

/** Says how many calls, and until when. */
export function factsOf({ held, until, released_at }: Hold): string {
  const end =
    released_at !== null
      ? t('holds.releasedAt', { when: moment(released_at) })
      : until !== null
        ? t('holds.until', { when: moment(until) })
        : t('holds.open');
  return [tn('calls.count', held), end].join(' · ');
}
