// Replaces sensitive spans by labels. Pure; the time is linear in the words and the spans, however they are spread.
import type { RedactedSpan, WantedRedaction } from '../../ports/redaction.js';
import type { Word } from '../../ports/transcript.js';
import { alignedWords, type PlacedWord } from './align-words.js';
import type { SearchedSegment, SensitiveSpan } from './sensitive-span.js';

/** Always four characters, so that the length is not revealed. */
const MASK = '####';
/** Labels of what is masked already. A text that was heard has no such brackets; five digits name no card. */
const MASKED = /\[([A-Z][A-Z0-9_]*)_(\d{1,5})\]|####/g;

export interface MaskedSegments<Segment> {
  readonly segments: Segment[];
  /** Masked spans in the order of the segments. */
  readonly redactions: RedactedSpan[];
}

/**
 * Masks the spans. The words of a span become one word, from the start of the first to the end of the last. A segment keeps no
 * words if their times are unusable or if they differ from its text; its redactions then have the times of the segment. Labels
 * that are already in the text are never masked, and new numbers continue theirs.
 * @param segments in the order of the call
 * @param spans may overlap: overlapping spans become one, and the surest of their types gives the label
 */
export function maskSegments<Segment extends SearchedSegment>(
  segments: readonly Segment[],
  spans: readonly SensitiveSpan[],
  replacement: WantedRedaction['replacement'],
): MaskedSegments<Segment> {
  const bySegment = new Map<number, SensitiveSpan[]>();
  for (const span of spans) {
    const own = bySegment.get(span.segmentId);
    if (own) own.push(span);
    else bySegment.set(span.segmentId, [span]);
  }
  if (bySegment.size === 0) return { segments: [...segments], redactions: [] };
  const labelOf = replacement === 'mask' ? () => MASK : numberedLabels(segments);
  const redactions: RedactedSpan[] = [];
  const masked = segments.map((segment) => {
    const found = bySegment.get(segment.id);
    const own = found === undefined ? [] : stretchesOf(segment.text, found);
    if (own.length === 0) return segment;
    const labels = own.map(labelOf);
    const placed = alignedWords(segment);
    const cut = placed === null ? null : cutWords(placed, own, labels);
    for (const [index, { type, confidence, basis }] of own.entries()) {
      const times = cut?.times[index];
      const { startMs, endMs } = times && times.startMs < times.endMs ? times : segment;
      redactions.push({ segmentId: segment.id, channel: segment.channel, startMs, endMs, type, confidence, basis });
    }
    return { ...segment, text: replaced(segment.text, own, labels), words: cut?.words ?? null };
  });
  return { segments: masked, redactions };
}

/** Label of a span. The same content has the same number within a call, in the order in which contents are first said. */
function numberedLabels(segments: readonly SearchedSegment[]): (span: SensitiveSpan) => string {
  const used = new Map<string, number>();
  for (const { text } of segments) {
    for (const [, name, number] of text.matchAll(MASKED)) {
      if (name !== undefined) used.set(name, Math.max(used.get(name) ?? 0, Number(number)));
    }
  }
  const known = new Map<string, number>();
  return ({ type, content }) => {
    const name = type.toUpperCase();
    const key = `${name} ${content}`;
    const number = known.get(key) ?? (used.get(name) ?? 0) + 1;
    if (!known.has(key)) used.set(name, number);
    known.set(key, number);
    return `[${name}_${number}]`;
  };
}

const BASES: readonly SensitiveSpan['basis'][] = ['asked_for', 'custom', 'pattern', 'model'];

function isSurer(one: SensitiveSpan, other: SensitiveSpan): boolean {
  const byBasis = BASES.indexOf(one.basis) - BASES.indexOf(other.basis);
  if (byBasis !== 0) return byBasis < 0;
  if (one.confidence !== other.confidence) return one.confidence > other.confidence;
  return one.to - one.from > other.to - other.from;
}

/** Stretches in order, without overlaps, and without what is masked already. */
function stretchesOf(text: string, spans: readonly SensitiveSpan[]): SensitiveSpan[] {
  const masked = [...text.matchAll(MASKED)].map(({ 0: label, index: from }) => ({ from, to: from + label.length }));
  const stretches: SensitiveSpan[] = [];
  const sorted = spans
    .map((span) => ({ ...span, from: Math.max(0, span.from), to: Math.min(text.length, span.to) }))
    .filter(({ from, to }) => from < to)
    .sort((a, b) => a.from - b.from || b.to - a.to);
  for (const span of sorted) {
    const last = stretches.at(-1);
    const joins =
      last !== undefined &&
      (span.from < last.to ||
        (span.type === last.type && span.content === last.content && isGap(text.slice(last.to, span.from))));
    if (!joins) stretches.push(span);
    else {
      const surest = isSurer(span, last) ? span : last;
      stretches[stretches.length - 1] = { ...surest, from: last.from, to: Math.max(last.to, span.to) };
    }
  }
  return masked.length === 0 ? stretches : aroundLabels(text, stretches, masked);
}

const isGap = (between: string) => between.length < 8 && !/[\p{L}\p{N}#[\]]/u.test(between);

/** Cuts labels out of spans; a span may contain several. */
function aroundLabels(
  text: string,
  stretches: readonly SensitiveSpan[],
  labels: readonly { readonly from: number; readonly to: number }[],
): SensitiveSpan[] {
  const cut: SensitiveSpan[] = [];
  let next = 0;
  for (const stretch of stretches) {
    while (next < labels.length && (labels[next]?.to ?? 0) <= stretch.from) next += 1;
    let { from } = stretch;
    for (let at = next; from < stretch.to; at += 1) {
      const label = labels[at];
      const to = Math.min(stretch.to, label?.from ?? stretch.to);
      const piece = /[\p{L}\p{N}](?:.*[\p{L}\p{N}])?/su.exec(text.slice(from, Math.max(from, to)));
      if (piece) cut.push({ ...stretch, from: from + piece.index, to: from + piece.index + piece[0].length });
      if (label === undefined) break;
      from = label.to;
    }
  }
  return cut;
}

function replaced(text: string, spans: readonly SensitiveSpan[], labels: readonly string[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const [index, { from, to }] of spans.entries()) {
    parts.push(text.slice(at, from), labels[index] as string);
    at = to;
  }
  return parts.join('') + text.slice(at);
}

interface Times {
  readonly startMs: number;
  readonly endMs: number;
}

interface CutWords {
  readonly words: Word[];
  /** Times by span; null where no word has the sound of it. */
  readonly times: (Times | null)[];
}

/** The words of a span become its label. A word of several spans becomes all of their labels. */
function cutWords(placed: readonly PlacedWord[], spans: readonly SensitiveSpan[], labels: readonly string[]): CutWords {
  const words: Word[] = [];
  const times: (Times | null)[] = spans.map(() => null);
  let next = 0;
  let lastMasked = -1;
  for (const { word, from, to } of placed) {
    while (next < spans.length && (spans[next]?.to ?? 0) <= from) next += 1;
    let last = next;
    for (; last < spans.length && (spans[last]?.from ?? 0) < to; last += 1) times[last] = widened(times[last], word);
    if (last === next) {
      words.push(word);
      continue;
    }
    const before = words.at(-1);
    const added = labels.slice(Math.max(next, lastMasked + 1), last);
    if (lastMasked >= next && before) {
      words[words.length - 1] = {
        ...before,
        text: [before.text, ...added].join(' '),
        endMs: Math.max(before.endMs, word.endMs),
      };
    } else words.push({ ...word, text: added.join(' '), confidence: null });
    lastMasked = last - 1;
  }
  return { words, times };
}

function widened(times: Times | null | undefined, { startMs, endMs }: Word): Times {
  return times ? { startMs: times.startMs, endMs: Math.max(times.endMs, endMs) } : { startMs, endMs };
}
