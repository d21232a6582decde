// The draft of one call. It outlives a reload, another call and a log-in: it lives in the tab, as the session does.
import { type ReadonlySignal, signal } from '@preact/signals';
import { keepInTab, readKept } from '../../../page/tab-storage.js';
import { countChanges, type Draft } from './draft.js';
import type { Keeper } from './save.js';

export interface KeptDraft extends Keeper {
  readonly draft: ReadonlySignal<Draft>;
}

/** @param empty a draft of nothing yet */
export function keptDraft(who: string, callId: string, empty: () => Draft): KeptDraft {
  const name = `console-draft:${who}:${callId}`;
  const draft = signal(readKept<Draft>(name) ?? empty());
  return {
    draft,
    get: () => draft.peek(),
    set: (next) => {
      draft.value = next;
      keep(name, isUntouched(next) ? null : next);
    },
  };
}

/** Nothing is decided, and nothing is on its way. */
export const isUntouched = (draft: Draft): boolean => countChanges(draft) === 0 && draft.sending === null;

/** @param draft null forgets it */
function keep(name: string, draft: Draft | null): void {
  keepInTab(name, draft);
}
