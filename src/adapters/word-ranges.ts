// Finds the words of an engine in their text, and removes parts of the text together with their words.
import type { HeardSegment } from '../ports/speech-to-text.js';
import type { Word } from '../ports/transcript.js';

/** A part of a text, in UTF-16 code units. */
export interface TextRange {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
}

/** Maximum number of characters between two words of a text: punctuation, or a word without times. */
const MAX_GAP_CHARS = 60;

/** Position of each word, in the order of the text; null for a word that is not found near the one before it. */
export function findWords(text: string, words: readonly { readonly text: string }[]): (TextRange | null)[] {
  let cursor = 0;
  return words.map((word) => {
    // The look-ahead is bounded: the search stays linear, however many words are not in the text.
    const within = text.slice(cursor, cursor + word.text.length + MAX_GAP_CHARS).indexOf(word.text);
    if (within < 0 || word.text === '') return null;
    const from = cursor + within;
    cursor = from + word.text.length;
    return { from, to: cursor };
  });
}

/** The segment without parts of its text, and without the words in them. @param ranges ascending and disjoint */
export function withoutRanges(segment: HeardSegment, ranges: readonly TextRange[]): HeardSegment {
  if (ranges.length === 0) return segment;
  const text = cutText(segment.text, ranges);
  if (segment.words === null) return { ...segment, text };
  const words = wordsOutside(segment.text, segment.words, ranges);
  const [first] = words;
  if (first === undefined) return { ...segment, text, words: null };
  return {
    ...segment,
    startMs: first.startMs,
    endMs: words.reduce((latest, { endMs }) => Math.max(latest, endMs), first.startMs),
    text,
    words,
  };
}

function cutText(text: string, ranges: readonly TextRange[]): string {
  let cursor = 0;
  const kept: string[] = [];
  for (const { from, to } of ranges) {
    kept.push(text.slice(cursor, from));
    cursor = to;
  }
  kept.push(text.slice(cursor));
  return kept.join(' ').replace(/\s+/g, ' ').trim();
}

function wordsOutside(text: string, words: readonly Word[], ranges: readonly TextRange[]): Word[] {
  const places = findWords(text, words);
  let next = 0;
  return words.filter((_, index) => {
    const place = places[index];
    if (place == null) return true;
    while (next < ranges.length && (ranges[next] as TextRange).to <= place.from) next++;
    return next === ranges.length || (ranges[next] as TextRange).from >= place.to;
  });
}
