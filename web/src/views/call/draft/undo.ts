// What Ctrl-Z takes back: the changes of a draft one by one, and the review that was saved last. Without the browser.
import { signal } from '@preact/signals';
import type { Draft, Verdicts } from './draft.js';
import { WITHDRAW } from './draft.js';
import type { Item } from './items.js';

/** Drafts kept for Ctrl-Z. */
const MAX_STEPS = 100;

export interface Steps {
  /** @param what names the change: several of one name, as the letters of a note, are one step */
  add(before: Draft, what: string): void;
  /** @returns the draft before the last step; null where there is none */
  back(): Draft | null;
  clear(): void;
}

export function createSteps(): Steps {
  let steps: readonly { readonly before: Draft; readonly what: string }[] = [];
  return {
    add: (before, what) => {
      if (what !== '' && steps.at(-1)?.what === what) return;
      steps = [...steps, { before, what }].slice(-MAX_STEPS);
    },
    back: () => {
      const last = steps.at(-1);
      steps = steps.slice(0, -1);
      return last?.before ?? null;
    },
    clear: () => {
      steps = [];
    },
  };
}

interface SavedReview {
  readonly callId: string;
  /** Verdicts that put back what stood before the review. */
  readonly back: Verdicts;
  /** Ctrl-Z was pressed on another call: the page of this one takes it back when it opens. */
  readonly isWanted?: boolean;
}

/** The last review that was saved in this tab, and is not taken back. */
export const savedLast = signal<SavedReview | null>(null);

/** @param items of the call as it was before the review */
export function takingBack(sent: Verdicts, items: readonly Item[]): Verdicts {
  const before = new Map(items.map((item) => [item.key, item]));
  return Object.fromEntries(
    Object.keys(sent).flatMap((key) => {
      const item = before.get(key);
      if (!item) return [];
      const answer = item.isHuman && item.answer !== null ? item.answer : WITHDRAW;
      return [[key, { answer, note: '', quotes: [] }]];
    }),
  );
}
