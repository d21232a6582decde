// Parts that several pages of sessions show alike.
import type { Calibration } from '../../../../clients/typescript/src/browser.js';
import { member } from '../../session/member.js';
import { reviewer } from '../../session/reviewer.js';
import { named, t } from '../../texts/calibration.js';
import { moment } from '../../texts/texts.js';
import { ownRater } from './raters.js';

export const CALIBRATIONS = '/forms/calibrations';

/** Its name, else when it was made. */
export const titleOf = ({ name, created }: Calibration): string => name ?? t('cal.of', { when: moment(created) });

export function SessionTag({ session: { status } }: { readonly session: Calibration }) {
  const look = status === 'closed' ? 'good' : status === 'canceled' ? 'unsure' : '';
  return <span class={`tag ${look}`}>{named('cal.state', status)}</span>;
}

/** Time at which an open session closes by itself, in words; null where it does not. */
export const dueIn = ({ status, due_at: due }: Calibration): string | null =>
  status === 'open' && due !== null ? t('cal.due', { when: moment(Date.parse(due) / 1000) }) : null;

/** Name of the reviewer who is at the page; null for others. The account's first member may have given another name. */
export const rater = (session: Calibration): string | null =>
  ownRater(session, [member.value?.id ?? '', reviewer.value]);
