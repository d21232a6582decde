// Turns the text of segments into words for patterns, and matched words back into quotations.
import type { Segment } from '../ports/transcript.js';
import type { Spelling } from './spelling.js';

/** Word as patterns match it. */
export interface MatchedWord {
  /** Lower case. */
  readonly text: string;
  /** True after a full stop, question or exclamation mark. Never true when the recogniser gives no punctuation. */
  readonly startsSentence: boolean;
}

/** A word in lower case. Contractions are written out: `don't` gives two words, both with the offsets of `don't`. */
export interface SpokenWord<Said extends Pick<Segment, 'text'> = Segment> extends MatchedWord {
  readonly segment: Said;
  /** Offsets in the segment's text, in UTF-16 code units; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
}

/** The words of one speaker until another speaker begins. */
export interface Turn {
  readonly speaker: string;
  readonly words: readonly SpokenWord[];
}

export function turnsOf(segments: readonly Segment[], spelling: Spelling): Turn[] {
  const turns: { speaker: string; words: SpokenWord[] }[] = [];
  for (const segment of segments) {
    const words = spokenWords(segment, spelling);
    if (words.length === 0) continue;
    const last = turns.at(-1);
    if (last?.speaker === segment.speaker) for (const word of words) last.words.push(word);
    else turns.push({ speaker: segment.speaker, words });
  }
  return turns;
}

export function spokenWords<Said extends Pick<Segment, 'text'>>(segment: Said, spelling: Spelling): SpokenWord<Said>[] {
  const words: SpokenWord<Said>[] = [];
  let previousEnd = 0;
  for (const found of segment.text.matchAll(/[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)*/gu)) {
    const start = found.index;
    const end = start + found[0].length;
    const startsSentence = /[.?!…](?:\s|["”'’])/.test(segment.text.slice(previousEnd, start));
    const parts = writtenOut(found[0].normalize('NFC').toLowerCase().replaceAll('’', "'"), spelling);
    for (const [index, text] of parts.entries()) {
      words.push({ text, segment, start, end, startsSentence: startsSentence && index === 0 });
    }
    previousEnd = end;
  }
  return words;
}

function writtenOut(word: string, { contractions, suffixes }: Spelling): string[] {
  if (Object.hasOwn(contractions, word)) return (contractions[word] ?? word).split(' ');
  if (!word.includes("'")) return [word];
  for (const [suffix, meaning] of Object.entries(suffixes)) {
    if (word.length > suffix.length && word.endsWith(suffix)) return [word.slice(0, -suffix.length), meaning];
  }
  return [word];
}

/** Quotes the transcript verbatim from the first to the last of these words, with one quotation for each segment. */
export function quotesOf(words: readonly SpokenWord[]): { segmentId: number; quote: string }[] {
  const spans: { segment: Segment; start: number; end: number }[] = [];
  for (const { segment, start, end } of words) {
    const last = spans.at(-1);
    if (last?.segment === segment) last.end = end;
    else spans.push({ segment, start, end });
  }
  return spans.map(({ segment, start, end }) => ({ segmentId: segment.id, quote: segment.text.slice(start, end) }));
}
