import { cameFrom } from '../../listing/came-from.js';
import { positionIn } from '../../listing/listed-calls.js';
import { Icon } from '../../parts/icon.tsx';
import { useKeys } from '../../parts/keys.js';
import { fromQueue } from '../../routing/from-queue.js';
import { number, t } from '../../texts/texts.js';
import { goToNeighbour } from './next-call.js';

/** Which call of the list this is, and the way to its neighbours. */
export function CallPlace({ id }: { readonly id: string }) {
  // The queue has its own next call.
  const list = fromQueue.value === null ? cameFrom.value : null;
  const position = list && positionIn(list, id);
  useKeys(list === null ? {} : { j: () => goToNeighbour(id, 1), k: () => goToNeighbour(id, -1) });
  if (list === null || position === null) return null;
  return (
    <nav class="call-place" aria-label={t('call.place')}>
      <button
        type="button"
        class="bare"
        aria-label={t('call.place.previous')}
        aria-keyshortcuts="k"
        disabled={position === 1}
        onClick={() => goToNeighbour(id, -1)}
      >
        <Icon name="back" />
      </button>
      <span class="soft">{t('call.place.at', { at: number(position), total: number(list.total) })}</span>
      <button
        type="button"
        class="bare"
        aria-label={t('call.place.next')}
        aria-keyshortcuts="j"
        disabled={position === list.total}
        onClick={() => goToNeighbour(id, 1)}
      >
        <Icon name="ahead" />
      </button>
    </nav>
  );
}
