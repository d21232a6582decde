// The Save of a draft, step by step: what is sent, what is waited for, and what came of it. Each step ends in an outcome.
import { type ReadonlySignal, signal } from '@preact/signals';
import type { ReviewScoreChange } from '../../../../../clients/typescript/src/browser.js';
import { read } from '../../../api/api.js';
import { reviewer } from '../../../session/reviewer.js';
import { type Conflict, conflictOf, readBeside } from './beside.js';
import { afterCorrection, countChanges, withSending } from './draft.js';
import { allItems } from './items.js';
import { isUntouched, type KeptDraft } from './kept-draft.js';
import { type Problem, type Sender, save } from './save.js';
import { changeOf, reread, type ScoreChange, type Shown, scoresOf, upon } from './shown.js';
import { savedLast, takingBack } from './undo.js';

const FOLLOW_MS = 700;

/** Outcome of the last Save. */
export interface Told {
  readonly review: ScoreChange | null;
  /** The version that a correction has made, and what it did to the scores. */
  readonly correction: { readonly version: number; readonly scores: ReviewScoreChange } | null;
}

interface Outcome {
  readonly problem: Problem | null;
  readonly conflict: Conflict | null;
  readonly told: Told | null;
}

export interface State extends Outcome {
  /** `judging`: the corrected words are evaluated again. */
  readonly phase: 'idle' | 'saving' | 'judging';
}

const NOTHING: Outcome = { problem: null, conflict: null, told: null };

interface Place {
  readonly callId: string;
  readonly shown: Shown;
  readonly kept: KeptDraft;
  /** Ends with the page. */
  readonly signal: AbortSignal;
}

interface Saving {
  readonly state: ReadonlySignal<State>;
  save(): Promise<void>;
  /** Reads the call as others left it, and puts the draft upon it. */
  reapply(): Promise<void>;
  /** Goes on with what a reload interrupted, and looks for conflicts. Once what stands beside the call is known. */
  resume(): void;
  forgetTold(): void;
  /** Forgets what was saved. */
  reset(): void;
}

export function createSaving(place: Place): Saving {
  const { kept, shown } = place;
  const state = signal<State>({ ...NOTHING, phase: 'idle' });
  const set = (next: Partial<State>) => {
    state.value = { ...state.peek(), ...next };
  };
  const judging = (told: Told | null) => set({ phase: 'judging', told });
  /** One at a time. */
  const run = async (step: () => Promise<Partial<Outcome>>) => {
    if (state.peek().phase !== 'idle') return;
    set({ ...NOTHING, phase: 'saving' });
    const outcome = await step().catch((error: unknown): Partial<Outcome> => {
      if (place.signal.aborted) return {};
      return { problem: { part: 'review', error, isOpen: kept.get().sending !== null } };
    });
    set({ ...outcome, phase: 'idle' });
  };
  return {
    state,
    save: () => run(() => saveDraft(place, judging)),
    reapply: () => run(() => reapply(place)),
    resume: () => {
      const draft = kept.get();
      const beside = shown.beside();
      if (draft.sending?.correction?.id) void run(() => followCorrection(place, null, judging));
      else if (draft.sending === null && beside && countChanges(draft) > 0)
        set({ conflict: conflictOf(draft, beside) });
    },
    forgetTold: () => {
      const { told, problem } = state.peek();
      if (told || problem) set({ told: null, problem: null });
    },
    reset: () => set({ ...NOTHING, phase: 'idle' }),
  };
}

type Judging = (told: Told | null) => void;

async function saveDraft(place: Place, judging: Judging): Promise<Partial<Outcome>> {
  const draft = place.kept.get();
  if (isUntouched(draft)) return {};
  // What was sent already would find itself among the works of others.
  const conflict = draft.sending === null ? await conflictNow(place) : null;
  return conflict ? { conflict } : sendAndFollow(place, judging);
}

async function conflictNow({ callId, kept, signal }: Place): Promise<Conflict | null> {
  const beside = await read((client) => readBeside(client, callId, signal), signal);
  return conflictOf(kept.get(), beside);
}

async function sendAndFollow(place: Place, judging: Judging): Promise<Partial<Outcome>> {
  const { callId, shown, kept, signal } = place;
  const before = shown.beside();
  const items = allItems(shown.call(), before?.evaluations ?? []);
  const drafted = kept.get();
  const sent = drafted.sending?.review?.verdicts ?? drafted.verdicts;
  const { review, problem } = await save(kept, senderOf(callId, signal), reviewer.value, newKey);
  if (signal.aborted) return {};
  let told: Told | null = null;
  if (review) {
    savedLast.value = { callId, back: takingBack(sent, items) };
    const [call, beside] = await reread(callId, signal);
    shown.show(call, beside);
    told = { review: changeOf(review, before, beside), correction: null };
  }
  if (problem) {
    // A correction is refused where another one came first: the lists tell whose.
    const conflict = problem.isOpen ? null : await conflictNow(place);
    return { problem: conflict ? null : problem, conflict, told };
  }
  return kept.get().sending?.correction?.id ? followCorrection(place, told, judging) : { told };
}

/** The same requests with the same keys until the service can be reached. */
const senderOf = (callId: string, signal: AbortSignal): Sender => ({
  review: (body, idempotencyKey) => read((client) => client.reviews.create(callId, body, { idempotencyKey }), signal),
  correction: (body, idempotencyKey) =>
    read((client) => client.analyses.createCorrection(callId, body, { idempotencyKey }), signal),
});

async function followCorrection(place: Place, told: Told | null, judging: Judging): Promise<Partial<Outcome>> {
  const { callId, shown, kept, signal } = place;
  const id = kept.get().sending?.correction?.id;
  if (!id) return {};
  judging(told);
  const before = scoresOf(shown.call());
  while (!signal.aborted) {
    const correction = await read((client) => client.analyses.correction(callId, id, { signal }), signal);
    if (correction.status === 'failed') {
      kept.set(withSending(kept.get(), { correction: null }));
      const error = new Error(correction.error_message ?? '');
      return { problem: { part: 'correction', error, isOpen: false } };
    }
    if (correction.status === 'completed') {
      const [call, beside] = await reread(callId, signal);
      const version = correction.transcript_version;
      kept.set(upon(afterCorrection(kept.get(), version), call, beside, false));
      shown.show(call, beside);
      const scores = { before, after: scoresOf(call) };
      return { told: { review: told?.review ?? null, correction: { version, scores } } };
    }
    await new Promise((resolve) => setTimeout(resolve, FOLLOW_MS));
  }
  return {};
}

async function reapply({ callId, shown, kept, signal }: Place): Promise<Partial<Outcome>> {
  const [call, beside] = await reread(callId, signal);
  const { baseVersion } = kept.get();
  const swaps = beside.corrections.filter(
    ({ status, swap_roles, transcript_version }) =>
      status === 'completed' && swap_roles && transcript_version > baseVersion,
  );
  kept.set(upon(kept.get(), call, beside, swaps.length % 2 === 1));
  shown.show(call, beside);
  return {};
}

/** `crypto.randomUUID` is missing where a page is not served over TLS. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
