// Finds the places where something was said in a call, in its current transcript.
import { type SearchEntry, searchEntries, stretchesOf } from '../../calls/words/search-words.js';
import type { Term, TermWord } from './parse-search.js';
import type { SearchedSpeaker } from './search.requests.js';
import type { SearchHitResponse } from './search.responses.js';
import { snippetOf } from './snippet.js';

export interface SearchedSegment {
  readonly id: number;
  readonly speaker: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export interface Looked {
  /** Wanted terms. */
  readonly terms: readonly Term[];
  readonly speaker: SearchedSpeaker | null;
}

const MAX_HITS = 3;

/**
 * Returns the first places of each term, so that a search for three terms shows each of them. Sorted by their time in the call.
 */
export function findHits(segments: readonly SearchedSegment[], { terms, speaker }: Looked): SearchHitResponse[] {
  const places: Place[][] = terms.map(() => []);
  for (const stretch of stretchesOf(segments)) {
    if (speaker !== null && stretch[0]?.speaker !== speaker) continue;
    findInStretch(stretch, terms, places);
    if (places.every(({ length }) => length >= MAX_HITS)) break;
  }
  return choose(places).map(hitOf);
}

interface Place {
  /** Segments that the place covers; never empty. */
  readonly segments: readonly SearchedSegment[];
  /** Offset in the text of the first segment. */
  readonly start: number;
  /** Offset in the text of the last segment. */
  readonly end: number;
}

function findInStretch(stretch: readonly SearchedSegment[], terms: readonly Term[], places: readonly Place[][]): void {
  const entries = [...searchEntries(stretch)];
  for (const [index, { words }] of terms.entries()) {
    const found = places[index] ?? [];
    for (let at = 0; at < entries.length && found.length < MAX_HITS; at++) {
      const place = placeOf(entries, at, words, stretch);
      // One place in a segment is enough.
      if (place && place.segments[0] !== found.at(-1)?.segments[0]) found.push(place);
    }
  }
}

function placeOf(
  entries: readonly SearchEntry[],
  at: number,
  words: readonly TermWord[],
  stretch: readonly SearchedSegment[],
): Place | null {
  for (const word of words) {
    const lexeme = entries[at + word.at]?.lexeme;
    if (lexeme === undefined || !(word.isPrefix ? lexeme.startsWith(word.lexeme) : lexeme === word.lexeme)) return null;
  }
  const first = entries[at];
  const last = entries[at + (words.at(-1)?.at ?? 0)];
  if (!first || !last) return null;
  return { segments: stretch.slice(first.segment, last.lastSegment + 1), start: first.start, end: last.end };
}

function choose(places: readonly (readonly Place[])[]): Place[] {
  const chosen = new Map<SearchedSegment | undefined, Place>();
  for (let round = 0; round < MAX_HITS; round++) {
    for (const found of places) {
      const place = found[round];
      const segment = place?.segments[0];
      if (place && chosen.size < MAX_HITS && !chosen.has(segment)) chosen.set(segment, place);
    }
  }
  return [...chosen.values()].sort((a, b) => (a.segments[0]?.start ?? 0) - (b.segments[0]?.start ?? 0));
}

function hitOf({ segments, start, end }: Place): SearchHitResponse {
  const [first] = segments;
  const last = segments.at(-1);
  if (!first || !last) throw new Error('A place lies in a segment');
  const text = segments.map((segment) => segment.text).join(' ');
  const endInText = text.length - last.text.length + end;
  return {
    segment_id: first.id,
    speaker: first.speaker,
    start: first.start,
    end: last.end,
    snippet: snippetOf(text, start, endInText),
  };
}
