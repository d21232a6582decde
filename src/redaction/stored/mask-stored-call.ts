// Masks all stored texts of a call: each version of its transcript by its own search, and dependent texts by the same spans.
// Pure: it runs in a thread.

import type { KindOfText } from '../../calls/redaction/holder-of-words.js';
import type { TranscriptResponse } from '../../calls/results/analysis-transcript.response.js';
import type { RedactedSpan, WantedRedaction } from '../../ports/redaction.js';
import { findSensitive } from '../../speech/redaction/find-sensitive.js';
import { maskSegments } from '../../speech/redaction/mask-segments.js';
import type { SearchedCall, SearchedSegment, SensitiveSpan } from '../../speech/redaction/sensitive-span.js';
import { maskJudged, sentencesOf, type TextMasks } from './mask-judged.js';
import { spansOfQuote } from './quoted-spans.js';
import { findSaid, type Said, saidIn } from './said-spans.js';
import { type StoredTexts, searchedCall, storedAgain } from './stored-transcript.js';

export interface StoredText {
  readonly kind: KindOfText;
  /** Version of a transcript; null for other texts. */
  readonly version: number | null;
  readonly text: string;
}

export interface StoredMaskTask {
  /** Each version has its `words`. The highest is the present one. */
  readonly texts: readonly StoredText[];
  readonly wanted: WantedRedaction;
  /** Spans in the present version that a language model proposed and the transcript confirmed. */
  readonly further: readonly SensitiveSpan[];
  /** Whether sentences are emptied even if nothing is found: they may contain values that only a model finds. */
  readonly emptySentences: boolean;
}

export interface MaskedStoredCall {
  /** Masked texts in the order of the task. Null: the text stays as it is. */
  readonly texts: readonly (string | null)[];
  /** False: nothing was found, and all texts are unchanged. */
  readonly isMasked: boolean;
  /** Masked spans of the present version. */
  readonly redactions: readonly RedactedSpan[];
  /** Masked spans of earlier versions: words that a person has corrected are still in the sound. */
  readonly before: readonly RedactedSpan[];
  readonly isLanguageKnown: boolean;
  readonly isExhausted: boolean;
}

interface Version {
  readonly number: number;
  readonly stored: TranscriptResponse;
  readonly call: SearchedCall;
  readonly spans: readonly SensitiveSpan[];
  readonly texts: ReadonlyMap<number, string>;
}

/** A text beside those of the segments, with the same labels. */
interface Beside {
  readonly text: string;
  /** Spans of its text. */
  readonly spans: readonly SensitiveSpan[];
}

export function maskStoredCall({ texts, wanted, further, emptySentences }: StoredMaskTask): MaskedStoredCall {
  const { versions, said, isLanguageKnown, isExhausted } = findInVersions(texts, wanted, further);
  const beside = besideIn(texts, versions, said, wanted);
  const masked = versions.map((version, at) =>
    maskVersion(version, [...(beside.quotes[at]?.values() ?? []), ...(at === 0 ? beside.notes.values() : [])], wanted),
  );
  const textOf = (at: number, place: number) => masked[at]?.beside[place] ?? '';
  const maskedNote = new Map(
    [...beside.notes.keys()].map((note, place) => [note, textOf(0, (beside.quotes[0]?.size ?? 0) + place)]),
  );
  const maskedQuote = new Map(
    beside.quotes.flatMap((quotes, at) => [...quotes.keys()].map((key, place) => [key, textOf(at, place)] as const)),
  );
  const noteOf = (text: string) => maskedNote.get(text) ?? '';
  const masks: TextMasks = {
    note: noteOf,
    rule: noteOf,
    quote: (segmentId, quote) => maskedQuote.get(keyOf(segmentId, quote)) ?? '',
  };
  const isFound = masked.some(({ redactions }) => redactions.length > 0);
  const isMasked = emptySentences || isFound || [...maskedNote].some(([note, after]) => note !== after);
  const byNumber = new Map(versions.map(({ number }, at) => [number, masked[at]]));
  return {
    texts: texts.map((one) => (isMasked ? changed(one.text, maskText(one, byNumber, masks)) : null)),
    isMasked,
    redactions: masked[0]?.redactions ?? [],
    before: masked.slice(1).flatMap(({ redactions }) => redactions),
    isLanguageKnown,
    isExhausted,
  };
}

const changed = (before: string, after: string) => (after === before ? null : after);

function maskText(
  { kind, version, text }: StoredText,
  versions: ReadonlyMap<number, MaskedVersion | undefined>,
  masks: TextMasks,
): string {
  if (kind === 'note') return masks.note(text);
  if (kind === 'changes') return maskChanges(text, (id, edited) => masks.quote(id, edited) || masks.note(edited));
  if (kind === 'judged') return maskJudged(text, masks);
  const own = version === null ? undefined : versions.get(version);
  // A version without any span keeps its exact text: evaluations know it by its hash.
  return own === undefined || own.redactions.length === 0 ? text : own.stored[kind];
}

/** Versions, newest first. */
function findInVersions(texts: readonly StoredText[], wanted: WantedRedaction, further: readonly SensitiveSpan[]) {
  const stored = texts
    .flatMap(({ kind, version, text }) =>
      kind === 'words' && version !== null ? [{ number: version, stored: JSON.parse(text) as TranscriptResponse }] : [],
    )
    .sort((a, b) => b.number - a.number);
  const said: Said[] = [];
  let isLanguageKnown = true;
  let isExhausted = false;
  const versions = stored.map((one, at): Version => {
    const call = searchedCall(one.stored);
    const found = findSensitive(call, wanted);
    isLanguageKnown &&= found.isLanguageKnown;
    isExhausted ||= found.isExhausted;
    const spans = [...found.spans, ...(at === 0 ? further : saidElsewhere(call, said))];
    const segmentTexts = new Map(call.segments.map(({ id, text }) => [id, text]));
    said.push(...saidIn(spans, (id) => segmentTexts.get(id) ?? ''));
    return { ...one, call, spans, texts: segmentTexts };
  });
  return { versions, said, isLanguageKnown, isExhausted };
}

/**
 * Spans of words that a model found in the present version, in the text of earlier ones: the model is asked about one version
 * alone.
 */
function saidElsewhere({ segments }: SearchedCall, said: readonly Said[]): SensitiveSpan[] {
  const byModel = said.filter(({ span }) => span.basis === 'model');
  return byModel.length === 0 ? [] : segments.flatMap(({ id, text }) => findSaid(id, text, byModel));
}

/** Spans of texts beside the transcripts, each once: quotations of each version, and notes. */
function besideIn(
  texts: readonly StoredText[],
  versions: readonly Version[],
  said: readonly Said[],
  wanted: WantedRedaction,
) {
  const quotes = versions.map(() => new Map<string, Beside>());
  const notes = new Map<string, Beside>();
  const language = versions[0]?.call.language ?? null;
  const note = (text: string, spans: readonly SensitiveSpan[] = []) => {
    if (!notes.has(text)) notes.set(text, { text, spans: [...spans, ...spansOfNote(text, language, said, wanted)] });
    return text;
  };
  const quote = (segmentId: number, text: string) => {
    const at = versions.findIndex((version) => version.texts.get(segmentId)?.includes(text));
    const version = versions[at];
    const key = keyOf(segmentId, text);
    if (version && !quotes[at]?.has(key)) quotes[at]?.set(key, { text, spans: spansOfQuote(version, segmentId, text) });
    return version === undefined ? '' : text;
  };
  for (const { kind, text } of texts) {
    if (kind === 'note') note(text);
    if (kind === 'changes') {
      const spans = spansOfEdits(text, versions[0], wanted);
      maskChanges(text, (segmentId, edited) => quote(segmentId, edited) || note(edited, spans.get(segmentId)));
    }
    if (kind !== 'judged') continue;
    maskJudged(text, { note, rule: note, quote });
    for (const sentence of sentencesOf(text)) note(sentence);
  }
  return { quotes, notes };
}

/** Spans by the id of the segment: each text is read where it is to stand, beside the question before it. */
function spansOfEdits(changes: string, present: Version | undefined, wanted: WantedRedaction) {
  const edited = new Map<number, string>();
  maskChanges(changes, (segmentId, text) => {
    edited.set(segmentId, text);
    return text;
  });
  const spans = new Map<number, SensitiveSpan[]>();
  if (!present || edited.size === 0) return spans;
  const { segments, language } = present.call;
  const after = segments.map((segment) => {
    const text = edited.get(segment.id);
    return text === undefined ? segment : { ...segment, text, words: null };
  });
  for (const span of findSensitive({ segments: after, language }, wanted).spans) {
    if (!edited.has(span.segmentId)) continue;
    const own = spans.get(span.segmentId) ?? [];
    spans.set(span.segmentId, own);
    own.push(span);
  }
  return spans;
}

function spansOfNote(
  text: string,
  language: string | null,
  said: readonly Said[],
  wanted: WantedRedaction,
): SensitiveSpan[] {
  const { spans } = findSensitive({ segments: [segmentWith(0, text)], language }, wanted);
  return [...spans, ...findSaid(0, text, said)];
}

interface MaskedVersion {
  readonly stored: StoredTexts;
  readonly redactions: readonly RedactedSpan[];
  /** Masked texts beside the transcript, in their order. */
  readonly beside: readonly string[];
}

/** Masks everything in one call, so that the same content has the same label in the transcript and beside it. */
function maskVersion(
  { stored, call, spans }: Version,
  beside: readonly Beside[],
  { replacement }: WantedRedaction,
): MaskedVersion {
  const firstId = call.segments.reduce((max, { id }) => Math.max(max, id), -1) + 1;
  const further = beside.map(({ text }, at) => segmentWith(firstId + at, text));
  const ofFurther = beside.flatMap((one, at) => one.spans.map((span) => ({ ...span, segmentId: firstId + at })));
  const { segments, redactions } = maskSegments([...call.segments, ...further], [...spans, ...ofFurther], replacement);
  return {
    stored: storedAgain(stored, new Map(segments.map((segment) => [segment.id, segment]))),
    redactions: redactions.filter(({ segmentId }) => segmentId !== null && segmentId < firstId),
    beside: segments.slice(call.segments.length).map(({ text }) => text),
  };
}

const segmentWith = (id: number, text: string): SearchedSegment => ({
  id,
  speaker: null,
  channel: null,
  startMs: 0,
  endMs: 0,
  text,
  words: null,
});

const keyOf = (segmentId: number, text: string) => `${segmentId} ${text}`;

/** Corrections of a transcript by a person, as stored. */
interface Changes {
  readonly segments: readonly { readonly id: number; readonly text?: string }[];
}

/** @param text JSON @param edit gives the masked text of a segment */
function maskChanges(text: string, edit: (segmentId: number, text: string) => string): string {
  const changes: Changes = JSON.parse(text);
  const segments = changes.segments.map((change) =>
    change.text ? { ...change, text: edit(change.id, change.text) } : change,
  );
  return JSON.stringify({ ...changes, segments });
}
