// Groups the words of a transcript into utterances, so that a quotation can be found where the recogniser cut a
// sentence.
import type { Segment, Speaker } from '../ports/transcript.js';
import { splitWords, type TextWord } from '../speech/words/words.js';

/** The recogniser may have cut one utterance into segments of one speaker with pauses up to this length. */
const MAX_UTTERANCE_PAUSE_MS = 2000;

export interface PlacedWord extends TextWord {
  /** Index of the word's segment in the transcript. */
  readonly segment: number;
}

/** Segments of one speaker without a pause over 2 s. Other speakers may talk in between. */
export interface Utterance {
  readonly speaker: Speaker;
  /** Indexes into the transcript, ascending. */
  readonly segments: readonly number[];
  readonly wordsOf: ReadonlyMap<number, readonly PlacedWord[]>;
  /** All words, `e-mail` as two. */
  readonly split: readonly PlacedWord[];
  /** All words, `e-mail` as one. */
  readonly joined: readonly PlacedWord[];
}

export function utterancesOf(segments: readonly Segment[]): Utterance[] {
  const groups: { speaker: Speaker; segments: number[]; endMs: number }[] = [];
  const current = new Map<Speaker, { speaker: Speaker; segments: number[]; endMs: number }>();
  for (const [index, segment] of segments.entries()) {
    const group = current.get(segment.speaker);
    if (group && segment.startMs - group.endMs <= MAX_UTTERANCE_PAUSE_MS) {
      group.segments.push(index);
      group.endMs = Math.max(group.endMs, segment.endMs);
    } else {
      const opened = { speaker: segment.speaker, segments: [index], endMs: segment.endMs };
      current.set(segment.speaker, opened);
      groups.push(opened);
    }
  }
  return groups.map((group) => {
    const wordsOf = new Map(
      group.segments.map((index) => [
        index,
        splitWords(segments[index]?.text ?? '').map((word): PlacedWord => ({ ...word, segment: index })),
      ]),
    );
    const perSegment = [...wordsOf.values()];
    return {
      speaker: group.speaker,
      segments: group.segments,
      wordsOf,
      split: perSegment.flat(),
      joined: perSegment.flatMap((words) => joinGluedWords(words)),
    };
  });
}

/** Makes one word of words with only punctuation between them: `e-mail`, `10.50`. */
export function joinGluedWords<W extends TextWord>(words: readonly W[]): W[] {
  const groups: W[][] = [];
  for (const word of words) {
    const group = groups.at(-1);
    if (group && word.glued) group.push(word);
    else groups.push([word]);
  }
  return groups.flatMap((group) => {
    const first = group[0];
    const last = group.at(-1);
    if (!first || !last) return [];
    return [{ ...first, end: last.end, key: group.map((word) => word.key).join(''), weight: weightOf(group) }];
  });
}

export function weightOf(words: readonly TextWord[]): number {
  return words.reduce((sum, word) => sum + word.weight, 0);
}
