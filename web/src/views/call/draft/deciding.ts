// What a person decides about the call on the page: the draft, its Save, and what others did meanwhile.
import { computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { countChanges, type Draft, type QuoteFault, type Verdict, withVerdict } from './draft.js';
import { isUntouched, keptDraft } from './kept-draft.js';
import { followPreview } from './preview.js';
import { createSaving, type State } from './saving.js';
import { emptyDraftOf, type ScoreChange, type Shown } from './shown.js';

export interface Picking {
  readonly key: string;
  readonly title: string;
  /** Why the last that was picked cannot be quoted. */
  readonly fault?: QuoteFault | null;
}

export interface Deciding {
  readonly draft: ReadonlySignal<Draft>;
  readonly changes: ReadonlySignal<number>;
  readonly state: ReadonlySignal<State>;
  /** Effect of the review on the scores; null where it is not known. */
  readonly preview: ReadonlySignal<ScoreChange | null>;
  readonly isCorrecting: Signal<boolean>;
  /** A correction is on its way: none can be made meanwhile. */
  readonly isLocked: ReadonlySignal<boolean>;
  /** Finding or answer that quotations are picked for. */
  readonly picking: Signal<Picking | null>;
  /** @param change null takes the verdict out of the draft */
  decide(key: string, change: Partial<Verdict> | null): void;
  /** Does nothing while a correction is on its way, which is sent again as it was. */
  correct(by: (draft: Draft) => Draft): void;
  discard(): void;
  save(): Promise<void>;
  reapply(): Promise<void>;
  resume(): void;
  forgetTold(): void;
  /** @returns ends it */
  start(): () => void;
}

export function createDeciding(callId: string, who: string, shown: Shown): Deciding {
  const ending = new AbortController();
  const kept = keptDraft(who, callId, () => emptyDraftOf(shown));
  const { draft } = kept;
  const { reset, ...saving } = createSaving({ callId, shown, kept, signal: ending.signal });
  const preview = signal<ScoreChange | null>(null);
  const picking = signal<Picking | null>(null);
  const isCorrecting = signal(false);
  const isLocked = computed(() => Boolean(draft.value.sending?.correction));
  /** The first change is upon what others have decided by now. */
  const change = (by: (draft: Draft) => Draft) => {
    kept.set(by(isUntouched(kept.get()) ? emptyDraftOf(shown) : kept.get()));
    saving.forgetTold();
  };
  return {
    ...saving,
    draft,
    changes: computed(() => countChanges(draft.value)),
    preview,
    isCorrecting,
    isLocked,
    picking,
    decide: (key, verdict) => change((now) => withVerdict(now, key, verdict)),
    correct: (by) => {
      if (!isLocked.peek()) change(by);
    },
    discard: () => {
      kept.set(emptyDraftOf(shown));
      reset();
    },
    start: () => {
      const stops = [
        followPreview(callId, draft, () => saving.state.value.conflict === null, preview),
        effect(() => {
          if (isLocked.value) isCorrecting.value = false;
        }),
        effect(() => {
          if (picking.value && !(picking.value.key in draft.value.verdicts)) picking.value = null;
        }),
      ];
      return () => {
        for (const stop of stops) stop();
        ending.abort();
      };
    },
  };
}
