// A person's decisions about the call on the page: the draft, its saving, and the changes of others meanwhile.
import { computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type {
  CompletedAnalysis,
  Review,
  ReviewedEvaluation,
  ReviewScoreChange,
} from '../../../../../clients/typescript/src/browser.js';
import { read, write } from '../../../api/api.js';
import { reviewer } from '../../../session/reviewer.js';
import { type Beside, type Conflict, conflictOf, readBeside } from './beside.js';
import {
  afterCorrection,
  countChanges,
  type Draft,
  emptyDraft,
  type QuoteFault,
  rebased,
  reviewBody,
  type Verdict,
  withSending,
  withVerdict,
} from './draft.js';
import { keepDraft, keptDraft } from './draft-store.js';
import { type Keeper, type Problem, type Sender, save } from './save.js';

/** Changes of the scores: those of the call, and those of its evaluations. */
export interface ScoreChange {
  readonly scores: ReviewScoreChange;
  readonly evaluations: readonly ReviewedEvaluation[];
}

/** Effect of the last Save. */
export interface Told {
  readonly review: ScoreChange | null;
  /** Version of the transcript that a correction has created, and its effect on the scores. */
  readonly correction: { readonly version: number; readonly scores: ReviewScoreChange } | null;
}

export interface State {
  /** `judging`: the corrected transcript is being judged. */
  readonly phase: 'idle' | 'saving' | 'judging';
  readonly problem: Problem | null;
  readonly conflict: Conflict | null;
  readonly told: Told | null;
}

export interface Picking {
  readonly key: string;
  readonly title: string;
  /** Reason why the last picked words cannot be quoted. */
  readonly fault?: QuoteFault | null;
}

/** The call on the page, with a function that shows it again. */
export interface Shown {
  call(): CompletedAnalysis;
  beside(): Beside | null;
  show(call: CompletedAnalysis, beside: Beside): void;
}

const IDLE: State = { phase: 'idle', problem: null, conflict: null, told: null };
const FOLLOW_MS = 700;
const PREVIEW_MS = 350;

export interface Deciding {
  readonly draft: ReadonlySignal<Draft>;
  readonly changes: ReadonlySignal<number>;
  readonly state: ReadonlySignal<State>;
  /** Effect of the review on the scores; null when unknown. */
  readonly preview: ReadonlySignal<ScoreChange | null>;
  readonly isCorrecting: Signal<boolean>;
  /** True while a correction is in progress: no other one can be made. */
  readonly isLocked: ReadonlySignal<boolean>;
  /** Item that quotations are picked for. */
  readonly picking: Signal<Picking | null>;
  /** @param change null removes the verdict from the draft */
  decide(key: string, change: Partial<Verdict> | null): void;
  /** Has no effect while a correction is in progress: it is resent unchanged. */
  correct(by: (draft: Draft) => Draft): void;
  discard(): void;
  save(): Promise<void>;
  /** Reads the current call and applies the draft to it. */
  reapply(): Promise<void>;
  /** Continues what a reload interrupted, and checks for conflicts. Call it once the data beside the call is loaded. */
  resume(): void;
  forgetTold(): void;
  /** @returns a function that ends it */
  start(): () => void;
}

export function createDeciding(callId: string, who: string, shown: Shown): Deciding {
  const draft = signal<Draft>(keptDraft(who, callId) ?? emptyDraft(versionOf(shown.call())));
  const state = signal<State>(IDLE);
  const preview = signal<ScoreChange | null>(null);
  const picking = signal<Picking | null>(null);
  const isCorrecting = signal(false);
  const ending = new AbortController();
  const keeper: Keeper = {
    get: () => draft.peek(),
    set: (next) => {
      draft.value = next;
      const isWorthIt = countChanges(next) > 0 || next.sending !== null;
      keepDraft(who, callId, isWorthIt ? next : null);
    },
  };
  const change = (by: (draft: Draft) => Draft) => {
    const now = draft.peek();
    const isFirst = countChanges(now) === 0 && now.sending === null;
    keeper.set(by(isFirst ? emptyDraft(versionOf(shown.call()), newestOf(shown.beside())) : now));
    if (state.peek().told || state.peek().problem) set({ told: null, problem: null });
  };
  const set = (next: Partial<State>) => {
    state.value = { ...state.peek(), ...next };
  };
  const saving = savingOf({ callId, shown, keeper, state, set, signal: ending.signal });
  return {
    draft,
    changes: computed(() => countChanges(draft.value)),
    state,
    preview,
    isCorrecting,
    isLocked: computed(() => isLocked(draft.value)),
    picking,
    decide: (key, verdict) => change((now) => withVerdict(now, key, verdict)),
    correct: (by) => {
      if (!isLocked(draft.peek())) change(by);
    },
    discard: () => {
      keeper.set(emptyDraft(versionOf(shown.call()), newestOf(shown.beside())));
      state.value = IDLE;
    },
    ...saving,
    forgetTold: () => set({ told: null, problem: null }),
    start: () => {
      const stops = [
        followPreview(callId, draft, state, preview),
        effect(() => {
          if (isLocked(draft.value)) isCorrecting.value = false;
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

interface Saving {
  readonly callId: string;
  readonly shown: Shown;
  readonly keeper: Keeper;
  readonly state: ReadonlySignal<State>;
  readonly set: (next: Partial<State>) => void;
  readonly signal: AbortSignal;
}

function savingOf(with_: Saving): Pick<Deciding, 'save' | 'reapply' | 'resume'> {
  const { callId, shown, keeper, state, set, signal } = with_;
  const sender = senderOf(callId, signal);
  const run = async (work: () => Promise<void>) => {
    if (state.peek().phase !== 'idle') return;
    set({ phase: 'saving', problem: null, conflict: null, told: null });
    try {
      await work();
    } catch (error) {
      if (!signal.aborted) set({ problem: { part: 'review', error, isOpen: keeper.get().sending !== null } });
    } finally {
      set({ phase: 'idle' });
    }
  };
  return {
    save: () =>
      run(async () => {
        const draft = keeper.get();
        if (countChanges(draft) === 0 && draft.sending === null) return;
        // A request that was sent already would appear among the changes of others.
        if (draft.sending === null) {
          const conflict = conflictOf(draft, await read((client) => readBeside(client, callId, signal), signal));
          if (conflict) return set({ conflict });
        }
        await sendAndFollow(with_, sender);
      }),
    reapply: () => run(() => reapply(with_)),
    resume: () => {
      const draft = keeper.get();
      const beside = shown.beside();
      if (draft.sending?.correction?.id) void run(() => followCorrection(with_, null));
      else if (draft.sending === null && beside && countChanges(draft) > 0)
        set({ conflict: conflictOf(draft, beside) });
    },
  };
}

/** Sends the same requests with the same keys until the service can be reached. */
const senderOf = (callId: string, signal: AbortSignal): Sender => ({
  review: (body, idempotencyKey) => read((client) => client.reviews.create(callId, body, { idempotencyKey }), signal),
  correction: (body, idempotencyKey) =>
    read((client) => client.analyses.createCorrection(callId, body, { idempotencyKey }), signal),
});

async function sendAndFollow(with_: Saving, sender: Sender): Promise<void> {
  const { callId, shown, keeper, set, signal } = with_;
  const before = shown.beside();
  const { review, problem } = await save(keeper, sender, reviewer.value, newKey);
  if (signal.aborted) return;
  let told: Told | null = null;
  if (review) {
    const [call, beside] = await readAnew(callId, signal);
    shown.show(call, beside);
    told = { review: changeOf(review, before, beside), correction: null };
  }
  if (problem) {
    const conflict = await conflictAfter(with_, problem);
    set({ problem: conflict ? null : problem, conflict, told });
  } else if (keeper.get().sending?.correction?.id) await followCorrection(with_, told);
  else set({ told });
}

/** Finds the conflict after a refused correction: another one was made before, and the lists show whose. */
async function conflictAfter({ callId, keeper, signal }: Saving, { isOpen }: Problem): Promise<Conflict | null> {
  if (isOpen) return null;
  return conflictOf(keeper.get(), await read((client) => readBeside(client, callId, signal), signal));
}

async function followCorrection({ callId, shown, keeper, set, signal }: Saving, told: Told | null): Promise<void> {
  const id = keeper.get().sending?.correction?.id;
  if (!id) return;
  set({ phase: 'judging', told });
  const before = scoresOf(shown.call());
  for (;;) {
    const correction = await read((client) => client.analyses.correction(callId, id, { signal }), signal);
    if (correction.status === 'failed') {
      keeper.set(withSending(keeper.get(), { correction: null }));
      const error = new Error(correction.error_message ?? '');
      set({ problem: { part: 'correction', error, isOpen: false } });
      return;
    }
    if (correction.status === 'completed') {
      const [call, beside] = await readAnew(callId, signal);
      const version = correction.transcript_version;
      keeper.set(upon(afterCorrection(keeper.get(), version), call, beside, false));
      shown.show(call, beside);
      const scores = { before, after: scoresOf(call) };
      set({ told: { review: told?.review ?? null, correction: { version, scores } } });
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, FOLLOW_MS));
    if (signal.aborted) return;
  }
}

async function reapply({ callId, shown, keeper, signal }: Saving): Promise<void> {
  const [call, beside] = await readAnew(callId, signal);
  const { baseVersion } = keeper.get();
  const swaps = beside.corrections.filter(
    ({ status, swap_roles, transcript_version }) =>
      status === 'completed' && swap_roles && transcript_version > baseVersion,
  );
  keeper.set(upon(keeper.get(), call, beside, swaps.length % 2 === 1));
  shown.show(call, beside);
}

function upon(draft: Draft, call: CompletedAnalysis, beside: Beside, wasSwapped: boolean): Draft {
  const { segments } = call.transcript;
  const { evaluations } = beside;
  return rebased(draft, { version: versionOf(call), seenReview: newestOf(beside), segments, wasSwapped, evaluations });
}

async function readAnew(callId: string, signal: AbortSignal): Promise<readonly [CompletedAnalysis, Beside]> {
  const [call, beside] = await Promise.all([
    read((client) => client.analyses.get(callId, {}, { signal }), signal),
    read((client) => readBeside(client, callId, signal), signal),
  ]);
  if (call.status !== 'completed') throw new Error('A call that was completed stays so');
  return [call, beside];
}

/** Updates the preview of the scores, a moment after the last change. */
function followPreview(
  callId: string,
  draft: ReadonlySignal<Draft>,
  state: ReadonlySignal<State>,
  preview: Signal<ScoreChange | null>,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asked = '';
  const answers = computed(() => {
    const { verdicts, sending } = draft.value;
    if (sending !== null || state.value.conflict !== null) return '';
    const plain = Object.entries(verdicts).map(([key, { answer }]) => [key, { answer, note: '', quotes: [] }]);
    return plain.length === 0 ? '' : JSON.stringify(Object.fromEntries(plain));
  });
  const stop = effect(() => {
    const wanted = answers.value;
    clearTimeout(timer);
    asked = wanted;
    if (wanted === '') {
      preview.value = null;
      return;
    }
    timer = setTimeout(async () => {
      const body = { ...reviewBody(JSON.parse(wanted), reviewer.value), dry_run: true };
      const tried = await write((client) => client.reviews.create(callId, body, { maxRetries: 0 })).catch(() => null);
      if (asked === wanted) preview.value = tried && { scores: tried.scores, evaluations: tried.evaluations ?? [] };
    }, PREVIEW_MS);
  });
  return () => {
    stop();
    clearTimeout(timer);
    asked = '';
  };
}

const isLocked = ({ sending }: Draft): boolean => Boolean(sending?.correction);
const versionOf = ({ transcript }: CompletedAnalysis): number => transcript.version ?? 1;
const newestOf = (beside: Beside | null): string | null => beside?.reviews[0]?.id ?? null;
const scoresOf = ({ results }: CompletedAnalysis) => ({
  compliance: results.compliance.score,
  quality: results.quality.overall_score,
});

function changeOf({ scores }: Review, before: Beside | null, after: Beside): ScoreChange {
  const evaluations = after.evaluations.flatMap(({ id, score, outcome }) => {
    const was = before?.evaluations.find((one) => one.id === id);
    if (!was || (was.score === score && was.outcome === outcome)) return [];
    const figuresOf = { before: { score: was.score, outcome: was.outcome }, after: { score, outcome } };
    return [{ evaluation_id: id, ...figuresOf }];
  });
  return { scores, evaluations };
}

/** `crypto.randomUUID` is missing when a page is served without TLS. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
