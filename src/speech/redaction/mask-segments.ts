// Puts labels in the place of what was found. Pure.
import type { RedactedSpan, WantedRedaction } from '../../ports/redaction.js';
import type { Word } from '../../ports/transcript.js';
import type { SearchedSegment, SensitiveSpan } from './sensitive-span.js';

/** Always four, so that they tell no length. */
const MASK = '####';

export interface MaskedSegments<Segment> {
  readonly segments: Segment[];
  /** In the order of the segments. */
  readonly redactions: RedactedSpan[];
}

type Maskable = SearchedSegment;

/**
 * The words of a span become one word, which begins with the first and ends with the last of them. A segment without times of
 * its words, or whose words are not those of its text, keeps none, and its stretches have the times of the segment.
 * @param spans may overlap: where they do, the first and longest gives the label
 */
export function maskSegments<Segment extends Maskable>(
  segments: readonly Segment[],
  spans: readonly SensitiveSpan[],
  replacement: WantedRedaction['replacement'],
): MaskedSegments<Segment> {
  const bySegment = new Map<number, SensitiveSpan[]>();
  for (const span of spans) bySegment.set(span.segmentId, [...(bySegment.get(span.segmentId) ?? []), span]);
  const labelOf = replacement === 'mask' ? () => MASK : numberedLabels();
  const redactions: RedactedSpan[] = [];
  const masked = segments.map((segment) => {
    const own = apart(bySegment.get(segment.id) ?? []);
    if (own.length === 0) return segment;
    const labels = own.map(labelOf);
    const words = alignedWords(segment);
    for (const { from, to, type, confidence, basis } of own) {
      const said = words?.filter((word) => word.from < to && word.to > from) ?? [];
      const startMs = said[0]?.word.startMs ?? segment.startMs;
      const endMs = said.at(-1)?.word.endMs ?? segment.endMs;
      redactions.push({ segmentId: segment.id, channel: segment.channel, startMs, endMs, type, confidence, basis });
    }
    return { ...segment, text: replaced(segment.text, own, labels), words: words && maskWords(words, own, labels) };
  });
  return { segments: masked, redactions };
}

/** The same content has the same number within a call. */
function numberedLabels(): (span: SensitiveSpan) => string {
  const known = new Map<string, Map<string, number>>();
  return ({ type, content }) => {
    const numbers = known.get(type) ?? new Map<string, number>();
    known.set(type, numbers);
    const number = numbers.get(content) ?? numbers.size + 1;
    numbers.set(content, number);
    return `[${type.toUpperCase()}_${number}]`;
  };
}

/** In order, without overlaps. */
function apart(spans: readonly SensitiveSpan[]): SensitiveSpan[] {
  const found: SensitiveSpan[] = [];
  for (const span of [...spans].sort((a, b) => a.from - b.from || b.to - a.to)) {
    const last = found.at(-1);
    if (last === undefined || span.from >= last.to) found.push(span);
    else if (span.to > last.to) found[found.length - 1] = { ...last, to: span.to };
  }
  return found;
}

function replaced(text: string, spans: readonly SensitiveSpan[], labels: readonly string[]): string {
  let masked = '';
  let at = 0;
  for (const [index, { from, to }] of spans.entries()) {
    masked += text.slice(at, from) + labels[index];
    at = to;
  }
  return masked + text.slice(at);
}

/** A word with the place of its text in that of its segment. */
interface PlacedWord {
  readonly word: Word;
  readonly from: number;
  readonly to: number;
}

/** Null where the words have no times, or are not those of the text. */
export function alignedWords({ text, words }: Pick<SearchedSegment, 'text' | 'words'>): PlacedWord[] | null {
  if (words === null) return null;
  const tokens = [...text.matchAll(/\S+/g)];
  if (tokens.length !== words.length) return null;
  return tokens.map((token, at) => ({
    word: words[at] as Word,
    from: token.index,
    to: token.index + token[0].length,
  }));
}

function maskWords(words: readonly PlacedWord[], spans: readonly SensitiveSpan[], labels: readonly string[]): Word[] {
  const masked: Word[] = [];
  let open = -1;
  for (const { word, from, to } of words) {
    const at = spans.findIndex((span) => from < span.to && to > span.from);
    if (at < 0) masked.push(word);
    else if (at === open) masked[masked.length - 1] = { ...(masked.at(-1) as Word), endMs: word.endMs };
    else masked.push({ text: labels[at] as string, startMs: word.startMs, endMs: word.endMs, confidence: null });
    open = at;
  }
  return masked;
}
