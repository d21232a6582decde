// Keys of the Save: save, save and review the next call, and take back. The first two also while the person types.
import { useEffect, useRef } from 'preact/hooks';
import { isTyping } from '../../../parts/keys.js';
import { go, to } from '../../../routing/router.js';
import { wantedLast } from '../../queue/claim.js';
import { filtersOf } from '../../queue/queue-filters.js';
import { type Taking, useTake } from '../../queue/use-take.js';
import type { Deciding } from '../draft/deciding.js';
import { isUntouched } from '../draft/kept-draft.js';
import { savedLast } from '../draft/undo.js';

export const toQueue = () => go(to('/queue', filtersOf(wantedLast.value)));

export interface SaveNext {
  readonly run: () => void;
  readonly taking: Taking;
}

/** Saves, and claims and opens the next call once all is saved. */
export function useSaveNext(deciding: Deciding): SaveNext {
  const taking = useTake(wantedLast.value, toQueue);
  const run = async () => {
    await deciding.save();
    const { phase, problem, conflict } = deciding.state.peek();
    if (phase === 'idle' && !problem && !conflict && isUntouched(deciding.draft.peek())) taking.take();
  };
  return { run: () => void run(), taking };
}

/** @param saveNext null where there is no next call */
export function useSaveKeys(deciding: Deciding, saveNext: (() => void) | null): void {
  const latest = useRef(saveNext);
  latest.current = saveNext;
  useEffect(() => {
    const acts: Readonly<Record<string, (event: KeyboardEvent) => boolean>> = {
      s: () => {
        if (!deciding.state.peek().conflict) void deciding.save();
        return true;
      },
      enter: () => {
        if (!latest.current || deciding.changes.peek() === 0 || deciding.state.peek().conflict) return false;
        latest.current();
        return true;
      },
      // A text field takes back its own letters.
      z: ({ target }) => {
        if (isTyping(target)) return false;
        takeBack(deciding);
        return true;
      },
    };
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      const act = acts[event.key.toLowerCase()];
      if (!act) return;
      if (document.querySelector('dialog[open]')) {
        if (event.key.toLowerCase() === 's') event.preventDefault();
        return;
      }
      if (act(event)) event.preventDefault();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [deciding]);
}

/** The review of another call is taken back on its own page. */
function takeBack(deciding: Deciding): void {
  const saved = savedLast.peek();
  if (deciding.undo() || saved === null) return;
  savedLast.value = { ...saved, isWanted: true };
  go(to(`/calls/${saved.callId}`));
}
