// Progress of a batch: a bar with a part for each status, and the numbers as text.
import type { Batch } from '../../../../../clients/typescript/src/browser.js';
import { to } from '../../../routing/router.js';
import { number, t, tn } from '../../../texts/texts.js';

/** Statuses in the order of the bar. */
export const LINE_STATUSES = [
  'completed',
  'existing',
  'processing',
  'queued',
  'failed',
  'refused',
  'canceled',
] as const;

type Counts = Batch['counts'];

/** Width of the bar in its own units. */
const WIDTH = 1_000;

export function CountsBar({ counts }: { readonly counts: Counts }) {
  const present = LINE_STATUSES.filter((one) => counts[one] > 0);
  const parts = present.map((one) => `${number(counts[one])} ${t(`batches.count.${one}`)}`).join(', ');
  let before = 0;
  return (
    <svg
      class="counts-bar"
      viewBox={`0 0 ${WIDTH} 10`}
      preserveAspectRatio="none"
      role="img"
      aria-label={t('batches.bar', { total: number(counts.total), parts })}
    >
      {present.map((one) => {
        const x = (before / counts.total) * WIDTH;
        before += counts[one];
        return (
          <rect key={one} class={`count-${one}`} x={x} y={0} height={10} width={(counts[one] / counts.total) * WIDTH} />
        );
      })}
    </svg>
  );
}

/** @param path of the page with the lines of a status; null: no links */
export function CountsText({ counts, path = null }: { readonly counts: Counts; readonly path?: string | null }) {
  return (
    <ul class="counts">
      <li>{tn('batches.lines', counts.total)}</li>
      {LINE_STATUSES.filter((one) => counts[one] > 0).map((one) => {
        const text = `${number(counts[one])} ${t(`batches.count.${one}`)}`;
        return (
          <li key={one}>
            <span class={`count-mark count-${one}`} aria-hidden="true" />
            {path === null ? text : <a href={to(path, { status: one })}>{text}</a>}
          </li>
        );
      })}
    </ul>
  );
}
