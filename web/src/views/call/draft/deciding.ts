// What a person decides about the call on the page: the draft, its Save, and what others did meanwhile.
import { computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { countChanges, type Draft, type QuoteFault, type Verdict, type Verdicts, withVerdict } from './draft.js';
import { isUntouched, keptDraft } from './kept-draft.js';
import { followPreview } from './preview.js';
import { createSaving, type State } from './saving.js';
import { emptyDraftOf, type ScoreChange, type Shown } from './shown.js';
import { createSteps, savedLast } from './undo.js';

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
  /** Adds verdicts in one step. */
  decideAll(verdicts: Verdicts): void;
  /**
   * Takes back the last change, or else puts into the draft what takes back the review of this call that was saved last.
   * @returns false where there is nothing to take back
   */
  undo(): boolean;
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
  const steps = createSteps();
  /** The first change is upon what others have decided by now. */
  const change = (by: (draft: Draft) => Draft, what = '') => {
    steps.add(kept.get(), what);
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
    decide: (key, verdict) =>
      change((now) => withVerdict(now, key, verdict), verdict && 'note' in verdict ? `note ${key}` : ''),
    decideAll: (verdicts) => change((now) => ({ ...now, verdicts: { ...now.verdicts, ...verdicts } })),
    undo: () => {
      if (kept.get().sending !== null) return true;
      const before = steps.back();
      const saved = savedLast.peek();
      if (before) kept.set(before);
      else if (saved?.callId === callId && isUntouched(kept.get())) {
        change((now) => ({ ...now, verdicts: saved.back }));
        savedLast.value = null;
      } else return !isUntouched(kept.get());
      return true;
    },
    save: async () => {
      await saving.save();
      if (isUntouched(kept.get())) steps.clear();
    },
    correct: (by) => {
      if (!isLocked.peek()) change(by);
    },
    discard: () => {
      change(() => emptyDraftOf(shown));
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
