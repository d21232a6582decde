// What a person has decided about a call and not saved yet. Without the browser.
import type {
  AnalysesCreateCorrectionParams as CorrectionParams,
  ReviewsCreateParams as ReviewParams,
} from '../../../../../clients/typescript/src/browser.js';

export type { CorrectionParams, ReviewParams };

export type Role = 'agent' | 'customer';

export interface Quote {
  readonly segment_id: number;
  readonly quote: string;
}

export interface Verdict {
  /** An answer of the finding or question; `upheld` or `dismissed` of a violation; `withdraw`. */
  readonly answer: string;
  readonly note: string;
  readonly quotes: readonly Quote[];
}

export type Verdicts = Readonly<Record<string, Verdict>>;

export interface Edit {
  /** Who speaks, whatever becomes of the roles in the rest of the call. */
  readonly speaker?: string;
  readonly text?: string;
}

export interface Changes {
  readonly swapRoles: boolean;
  /** Who the speakers without a role are. */
  readonly speakers: Readonly<Record<string, Role>>;
  /** Texts by the id of their turn. */
  readonly edits: Readonly<Record<string, Edit>>;
}

/** Kept exactly as it was sent until its fate is known: a repetition then does nothing twice. */
export interface Sending {
  readonly review: { readonly key: string; readonly reviewerId: string; readonly verdicts: Verdicts } | null;
  readonly correction: {
    readonly key: string;
    readonly reviewerId: string;
    /** Once the service has taken it. */
    readonly id: string | null;
  } | null;
}

export interface Draft extends Changes {
  /** Version of the transcript that the person sees. */
  readonly baseVersion: number;
  /** Verdicts by {@link findingKey} and similar keys. */
  readonly verdicts: Verdicts;
  /** The newest review that the person has seen. */
  readonly seenReview: string | null;
  readonly sending: Sending | null;
}

/** Bounds of the API. */
export const MAX_TEXT = 5_000;
export const MAX_NOTE = 2_000;
export const MAX_QUOTES = 8;
export const MAX_QUOTE = 2_000;
export const MAX_EDITS = 1_000;
export const MAX_REVIEWER = 255;
export const WITHDRAW = 'withdraw';
const MIN_QUOTE_LETTERS = 4;

const UNCHANGED: Changes = { swapRoles: false, speakers: {}, edits: {} };

export const emptyDraft = (baseVersion: number, seenReview: string | null = null): Draft => ({
  ...UNCHANGED,
  baseVersion,
  verdicts: {},
  seenReview,
  sending: null,
});

export const findingKey = (path: string): string => `finding:${path}`;
export const violationKey = (rule: string, segmentId: number): string => `violation:${segmentId}:${rule}`;
export const answerKey = (evaluationId: string, question: string): string => `answer:${evaluationId}:${question}`;

const KEY = /^(finding|violation|answer):(?:(.+?):)?(.+)$/s;

function partsOf(key: string): { readonly kind: string; readonly of: string; readonly name: string } {
  const [, kind = '', of = '', name = ''] = (key.startsWith('finding:') ? /^(finding)():?(.*)$/s : KEY).exec(key) ?? [];
  return { kind, of, name };
}

export const hasCorrection = ({ swapRoles, speakers, edits }: Changes): boolean =>
  swapRoles || Object.keys(speakers).length > 0 || Object.keys(edits).length > 0;

export const countChanges = ({ verdicts, swapRoles, speakers, edits }: Draft): number =>
  Object.keys(verdicts).length + Object.keys(speakers).length + Object.keys(edits).length + (swapRoles ? 1 : 0);

export function withVerdict(draft: Draft, key: string, change: Partial<Verdict> | null): Draft {
  const { [key]: before, ...others } = draft.verdicts;
  if (change === null) return { ...draft, verdicts: others };
  return {
    ...draft,
    verdicts: { ...draft.verdicts, [key]: { answer: '', note: '', quotes: [], ...before, ...change } },
  };
}

export type QuoteFault = 'short' | 'many' | 'twice';

/** @returns why it cannot be quoted; null where it can */
export function quoteFault(verdict: Verdict, quote: Quote): QuoteFault | null {
  if ((quote.quote.match(/[\p{L}\p{N}]/gu) ?? []).length < MIN_QUOTE_LETTERS) return 'short';
  if (verdict.quotes.length >= MAX_QUOTES) return 'many';
  const isThere = verdict.quotes.some((one) => one.segment_id === quote.segment_id && one.quote === quote.quote);
  return isThere ? 'twice' : null;
}

/** A quotation has at most so many characters: it ends with a whole word. */
export function fitting(text: string): string {
  const trimmed = text.trim();
  return trimmed.length <= MAX_QUOTE ? trimmed : trimmed.slice(0, MAX_QUOTE).replace(/\s+\S*$/, '');
}

interface Spoken {
  readonly id: number;
  readonly speaker: string;
  readonly text: string;
}

/** An edit that says what the turn says already is none. */
export function withEdit(draft: Draft, turn: Spoken, change: Edit): Draft {
  const { [turn.id]: before, ...others } = draft.edits;
  const next = { ...before, ...change };
  const speaker = speakerIn({ ...draft, edits: others }, turn);
  const edit: Edit = {
    ...(next.speaker !== undefined && next.speaker !== speaker && { speaker: next.speaker }),
    ...(next.text !== undefined && next.text.trim() !== turn.text && { text: next.text }),
  };
  return { ...draft, edits: Object.keys(edit).length === 0 ? others : { ...others, [turn.id]: edit } };
}

export function withoutEdit(draft: Draft, id: number): Draft {
  const { [id]: _, ...edits } = draft.edits;
  return { ...draft, edits };
}

const OTHER: Readonly<Record<string, string>> = { agent: 'customer', customer: 'agent' };
const swapped = (speaker: string): string => OTHER[speaker] ?? speaker;

/** Who speaks in a turn once the draft is saved. What is said of a single turn goes before what is said of all. */
export function speakerIn({ edits, speakers, swapRoles }: Changes, turn: Pick<Spoken, 'id' | 'speaker'>): string {
  const named = speakers[turn.speaker] ?? turn.speaker;
  return edits[turn.id]?.speaker ?? (swapRoles ? swapped(named) : named);
}

export function reviewBody(verdicts: Verdicts, reviewerId: string): ReviewParams {
  const given = Object.entries(verdicts).map(([key, verdict]) => {
    const isBack = verdict.answer === WITHDRAW;
    const note = verdict.note.trim() === '' ? null : verdict.note;
    return { ...partsOf(key), answer: verdict.answer, note, quotes: isBack ? [] : [...verdict.quotes] };
  });
  const ofKind = (wanted: string) => given.filter(({ kind }) => kind === wanted);
  return {
    reviewer_id: reviewerId,
    findings: ofKind('finding').map(({ name, answer, note, quotes }) => ({ finding: name, answer, note, quotes })),
    violations: ofKind('violation').map(({ of, name, answer, note }) => ({
      rule: name,
      segment_id: Number(of),
      upheld: answer === WITHDRAW ? null : answer === 'upheld',
      note,
    })),
    answers: ofKind('answer').map(({ of, name, answer, note, quotes }) => ({
      evaluation_id: of,
      question: name,
      answer,
      rationale: note,
      quotes,
    })),
  } as ReviewParams;
}

export function correctionBody(
  { baseVersion, swapRoles, speakers, edits }: Changes & Pick<Draft, 'baseVersion'>,
  reviewerId: string,
): CorrectionParams {
  return {
    base_version: baseVersion,
    reviewer_id: reviewerId,
    ...(swapRoles && { swap_roles: true }),
    ...(Object.keys(speakers).length > 0 && { speakers }),
    ...(Object.keys(edits).length > 0 && {
      segments: Object.entries(edits).map(([id, edit]) => ({ id: Number(id), ...edit })),
    }),
  };
}

/** Removes what was saved from the draft; later decisions stay. */
export function afterReview(draft: Draft, seenReview: string): Draft {
  const sent = draft.sending?.review?.verdicts ?? {};
  const left = Object.entries(draft.verdicts).filter(([key, now]) => JSON.stringify(now) !== JSON.stringify(sent[key]));
  return withSending({ ...draft, seenReview, verdicts: Object.fromEntries(left) }, { review: null });
}

/** The transcript holds the corrections now. While they were judged, none could be made. */
export const afterCorrection = (draft: Draft, version: number): Draft =>
  withSending({ ...draft, ...UNCHANGED, baseVersion: version }, { correction: null });

export function withSending(draft: Draft, change: Partial<Sending>): Draft {
  const { review = null, correction = null } = { ...draft.sending, ...change };
  return { ...draft, sending: review === null && correction === null ? null : { review, correction } };
}

/** The call as others have left it meanwhile. */
export interface Reread {
  readonly version: number;
  readonly seenReview: string | null;
  readonly segments: readonly Spoken[];
  /** Whether the roles were swapped meanwhile: then the same swap would undo it. */
  readonly wasSwapped: boolean;
  readonly evaluations: readonly EvaluationName[];
}

export interface EvaluationName {
  readonly id: string;
  readonly superseded: boolean;
  readonly scorecard: { readonly id: string; readonly revision: number };
}

/** The draft upon another version of the transcript: turns keep their ids, evaluations are made again by their revisions. */
export function rebased(draft: Draft, { version, seenReview, segments, wasSwapped, evaluations }: Reread): Draft {
  const turns = new Map(segments.map((turn) => [String(turn.id), turn]));
  const labels = new Set(segments.map(({ speaker }) => speaker));
  const bare: Draft = {
    ...draft,
    baseVersion: version,
    seenReview,
    sending: null,
    edits: {},
    swapRoles: draft.swapRoles && !wasSwapped,
    speakers: Object.fromEntries(Object.entries(draft.speakers).filter(([label]) => labels.has(label))),
    verdicts: Object.fromEntries(
      Object.entries(draft.verdicts).map(([key, verdict]) => [renamed(key, evaluations), verdict]),
    ),
  };
  return Object.entries(draft.edits).reduce((next, [id, edit]) => {
    const turn = turns.get(id);
    return turn ? withEdit(next, turn, edit) : next;
  }, bare);
}

function renamed(key: string, evaluations: readonly EvaluationName[]): string {
  const { kind, of, name } = partsOf(key);
  const old = kind === 'answer' ? evaluations.find(({ id }) => id === of) : undefined;
  if (!old?.superseded) return key;
  const next = evaluations.find(
    ({ superseded, scorecard }) =>
      !superseded && scorecard.id === old.scorecard.id && scorecard.revision === old.scorecard.revision,
  );
  return next ? answerKey(next.id, name) : key;
}
