// Calibration sessions that wait for the ratings of this person.
import { signal } from '@preact/signals';
import { read } from '../../api/api.js';
import { address, to } from '../../routing/router.js';
import { may, member } from '../../session/member.js';
import { reviewer } from '../../session/reviewer.js';
import { number, tn } from '../../texts/texts.js';
import { useOften } from './use-often.js';

const CALIBRATIONS = '/forms/calibrations';
/** Sessions begin once in weeks: most of the times that the queue is counted, they are not read. */
const FRESH_MS = 600_000;
/** Limit of a list. An account has fewer open sessions. */
const MAX_OPEN = 100;

/** Ids of the sessions of one person; the next one at this tab sees none of them. */
const waiting = signal<{ readonly of: string; readonly ids: readonly string[] }>({ of: '', ids: [] });
let readAt = { key: '', ms: 0 };

const person = (): string => `${member.value?.id} ${reviewer.value}`;

const idsNow = (): readonly string[] => (waiting.value.of === person() ? waiting.value.ids : []);

async function readWaiting(ended: AbortSignal): Promise<void> {
  const of = person();
  const names = [member.value?.id, reviewer.value];
  const { items } = await read(
    async (client) => client.calibrations.list({ status: 'open', limit: MAX_OPEN }, { signal: ended }),
    ended,
  );
  const own = items.filter(({ progress }) =>
    progress.some(({ reviewer_id, done, of: all }) => names.includes(reviewer_id) && done < all),
  );
  waiting.value = { of, ids: own.map(({ id }) => id) };
}

/** Their number, in the navigation. */
export function RatingCount() {
  // Who leaves the page of a session may have rated its last call.
  const key = `${person()} ${address.value.path.startsWith(CALIBRATIONS)}`;
  useOften(async (ended) => {
    if (!may('rateCall') || (readAt.key === key && Date.now() - readAt.ms < FRESH_MS)) return;
    readAt = { key, ms: Date.now() };
    await readWaiting(ended);
  }, key);
  const { length } = idsNow();
  if (length === 0) return null;
  return (
    <span class="side-count">
      <span aria-hidden="true">{number(length)}</span>
      <span class="unseen"> {tn('queue.ratings', length)}</span>
    </span>
  );
}

/** A line above the queue, which leads to the ratings. */
export function WaitingRatings() {
  const [first, ...more] = idsNow();
  if (first === undefined) return null;
  return (
    <p class="notice">
      <a href={to(more.length === 0 ? `${CALIBRATIONS}/${first}/rate` : CALIBRATIONS)}>
        {tn('queue.ratings', more.length + 1)}
      </a>
    </p>
  );
}
