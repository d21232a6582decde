// Checks quotations: one reaches a client only if the right party said it in the transcript.
import type { ProposedQuote } from '../ports/call-analyst.js';
import type { Role, Segment, Speaker } from '../ports/transcript.js';
import { splitWords, type TextWord } from '../speech/words/words.js';
import { joinGluedWords, type PlacedWord, type Utterance, utterancesOf, weightOf } from './utterances.js';
import { WordPlaces } from './word-places.js';

/** Required speaker of a quotation; `either` accepts any speaker, also one without a role. */
export type RequiredSpeaker = Role | 'either';

/**
 * `verified`: found in the cited segment, equal to the transcript except for white space and Unicode normal form.
 * `repaired`: equal except for case and punctuation, or found in another segment than the cited one.
 */
export type Verification = 'verified' | 'repaired';

export interface Citation {
  readonly segmentId: number;
  readonly speaker: Speaker;
  /** Start and end of the quoted words where the engine timed words, otherwise of the segment. Milliseconds. */
  readonly startMs: number;
  readonly endMs: number;
  /** Always a verbatim part of the segment's text, never the analyst's wording. */
  readonly quote: string;
  readonly verification: Verification;
}

/** Minimum number of letters and digits in a quotation: "yes" and "I do" occur in every call, and prove nothing. */
export const MIN_QUOTE_CHARACTERS = 4;
/** Minimum number of words for a match outside of the cited segment: "thank you" occurs everywhere. */
const MIN_WORDS_OUTSIDE_CITED_SEGMENT = 3;
/** Matches compared letter by letter per quotation. Limits the work when a phrase repeats thousands of times. */
const MAX_EXACT_COMPARISONS = 64;

/** One occurrence of a quotation in the transcript. Segments are indexes; start and end are offsets in their texts. */
interface Match {
  readonly utterance: Utterance;
  readonly firstSegment: number;
  readonly start: number;
  readonly lastSegment: number;
  readonly end: number;
  readonly touchesCited: boolean;
  /** Equal to the quotation except for white space and Unicode normal form. */
  readonly exact: boolean;
  /** Number of segments between the match and the cited segment. */
  readonly distance: number;
}

interface Quotation {
  readonly text: string;
  readonly split: readonly TextWord[];
  readonly joined: readonly TextWord[];
  /** Punctuation before the first word and after the last word, without white space. */
  readonly lead: string;
  readonly trail: string;
  readonly weight: number;
}

interface Search {
  readonly quote: Quotation;
  readonly speaker: RequiredSpeaker;
  /** Index of the cited segment; null when no segment has this number. */
  readonly cited: number | null;
  /** Index of the only utterance to search; null for all. */
  readonly only: number | null;
}

/**
 * A transcript indexed for checking quotations.
 *
 * A quotation is compared word by word, and must begin and end at word boundaries. A changed, missing or added word is
 * never accepted, nor one word written as two. Punctuation inside a word is optional (`e-mail`, `email`, `e mail`). A
 * quotation may run across segments of one speaker that are at most 2 s apart; it then gives one citation per segment.
 * When several places match, the cited segment wins, then a place equal in case and punctuation, then a place within
 * one segment, then the place nearest to the cited segment, then the earliest. The time needed grows linearly with the
 * length of transcript plus quotation. No text makes it throw.
 */
export class QuotationIndex {
  private readonly indexOfId: ReadonlyMap<number, number>;
  private readonly utterances: readonly Utterance[];
  /** Utterances by index of a segment. */
  private readonly utteranceOf: ReadonlyMap<number, number>;
  private readonly split: WordPlaces<PlacedWord>;
  private readonly joined: WordPlaces<PlacedWord>;

  constructor(private readonly segments: readonly Segment[]) {
    this.indexOfId = new Map(segments.map((segment, index) => [segment.id, index]));
    this.utterances = utterancesOf(segments);
    this.utteranceOf = new Map(
      this.utterances.flatMap((utterance, index) => utterance.segments.map((segment) => [segment, index] as const)),
    );
    this.split = new WordPlaces(this.utterances.map(({ split }) => split));
    this.joined = new WordPlaces(this.utterances.map(({ joined }) => joined));
  }

  /** Cites the quotation where the required speaker said it, one citation per segment; empty when the speaker did not say it. */
  cite(proposed: ProposedQuote, speaker: RequiredSpeaker): Citation[] {
    const quote = parseQuotation(proposed.quote);
    if (quote.weight < MIN_QUOTE_CHARACTERS) return [];

    const cited = this.indexOfId.get(proposed.segmentId) ?? null;
    // No other place can be better than a match in the cited segment, so that a correct quotation is cheap.
    const citedUtterance = cited === null ? null : (this.utteranceOf.get(cited) ?? null);
    let best = citedUtterance === null ? null : this.findBest(quote, speaker, cited, citedUtterance);
    if (!best?.touchesCited) best = this.findBest(quote, speaker, cited, null);
    if (!best || (!best.touchesCited && quote.joined.length < MIN_WORDS_OUTSIDE_CITED_SEGMENT)) return [];
    const verification = best.exact && best.touchesCited ? 'verified' : 'repaired';
    return this.citationsOf(best, verification);
  }

  /** True where one speaker says these words in sequence, however few. */
  contains(quotation: string): boolean {
    const { split, joined } = parseQuotation(quotation);
    return (
      split.length > 0 && (!this.split.find(split, null).next().done || !this.joined.find(joined, null).next().done)
    );
  }

  /** @param only index of an utterance; null for all */
  private findBest(
    quote: Quotation,
    speaker: RequiredSpeaker,
    cited: number | null,
    only: number | null,
  ): Match | null {
    const split = this.findBetter(this.split, quote.split, { quote, speaker, cited, only }, null);
    return this.findBetter(this.joined, quote.joined, { quote, speaker, cited, only }, split);
  }

  /** The best match in the given words; `best` when none of them is better. */
  private findBetter(
    places: WordPlaces<PlacedWord>,
    wanted: readonly TextWord[],
    { quote, speaker, cited, only }: Search,
    best: Match | null,
  ): Match | null {
    let chosen = best;
    const compared = new Map<Utterance, number>();
    for (const { list, at } of places.find(wanted, only)) {
      const utterance = this.utterances[list];
      const first = places.words[at];
      const last = places.words[at + wanted.length - 1];
      if (!utterance || !first || !last || (speaker !== 'either' && utterance.speaker !== speaker)) continue;
      let match: Match = {
        firstSegment: first.segment,
        start: first.start,
        lastSegment: last.segment,
        end: last.end,
        utterance,
        touchesCited: cited !== null && first.segment <= cited && cited <= last.segment,
        exact: false,
        distance: Math.abs(first.segment - (cited ?? 0)),
      };
      const before = compared.get(utterance) ?? 0;
      if (places === this.split && before < MAX_EXACT_COMPARISONS) {
        compared.set(utterance, before + 1);
        match = this.toExact(match, places.words, at, quote) ?? match;
      }
      if (!chosen || isBetter(match, chosen)) chosen = match;
    }
    return chosen;
  }

  /**
   * The match extended by the quotation's outer punctuation when all is equal except for white space and Unicode normal
   * form; otherwise null.
   */
  private toExact(match: Match, words: readonly PlacedWord[], position: number, quote: Quotation): Match | null {
    for (const [offset, wanted] of quote.split.entries()) {
      const found = words[position + offset];
      if (!found) return null;
      if (this.wordText(found) !== quote.text.slice(wanted.start, wanted.end).normalize('NFC')) return null;
      const before = words[position + offset - 1];
      const wantedBefore = quote.split[offset - 1];
      if (before && wantedBefore) {
        const gap = withoutSpace(quote.text.slice(wantedBefore.end, wanted.start));
        if (gap !== withoutSpace(this.textBetween(before, found))) return null;
      }
    }
    const start = extendBack(this.segmentText(match.firstSegment), match.start, quote.lead);
    const end = extendForward(this.segmentText(match.lastSegment), match.end, quote.trail);
    return start === null || end === null ? null : { ...match, start, end, exact: true };
  }

  private citationsOf(match: Match, verification: Verification): Citation[] {
    const citations: Citation[] = [];
    for (const index of match.utterance.segments) {
      const segment = this.segments[index];
      if (!segment || index < match.firstSegment || index > match.lastSegment) continue;
      const words = match.utterance.wordsOf.get(index) ?? [];
      const from = index === match.firstSegment ? match.start : (words[0]?.start ?? 0);
      const to = index === match.lastSegment ? match.end : (words.at(-1)?.end ?? 0);
      const inside = words.filter((word) => word.start < to && word.end > from);
      // A short word of the quotation that falls into a neighbouring segment proves nothing on its own.
      if (weightOf(inside) < MIN_QUOTE_CHARACTERS) continue;
      citations.push(citationOf(segment, { from, to, words, inside }, verification));
    }
    return citations;
  }

  private segmentText(index: number): string {
    return this.segments[index]?.text ?? '';
  }

  private wordText(word: PlacedWord): string {
    return this.segmentText(word.segment).slice(word.start, word.end).normalize('NFC');
  }

  private textBetween(before: PlacedWord, after: PlacedWord): string {
    return before.segment === after.segment
      ? this.segmentText(after.segment).slice(before.end, after.start)
      : this.segmentText(before.segment).slice(before.end) + this.segmentText(after.segment).slice(0, after.start);
  }
}

/** Offsets in a segment's text, all its words, and those between the offsets. */
interface QuotedSpan {
  readonly from: number;
  readonly to: number;
  readonly words: readonly TextWord[];
  readonly inside: readonly TextWord[];
}

function citationOf(segment: Segment, { from, to, words, inside }: QuotedSpan, verification: Verification): Citation {
  return {
    segmentId: segment.id,
    speaker: segment.speaker,
    ...timesOf(segment, words, inside),
    quote: segment.text.slice(from, to),
    verification,
  };
}

/** Segment with known words, so that any number of its parts can be quoted. */
export interface SplitSegment {
  readonly segment: Segment;
  readonly words: readonly TextWord[];
  readonly timed: readonly TimedWord[] | null;
}

export function splitSegment(segment: Segment): SplitSegment {
  const words = splitWords(segment.text);
  return { segment, words, timed: timedWords(segment, words) };
}

/** Quotes a segment from one offset of its text to another (exclusive). */
export function citeOffsets({ segment, words, timed }: SplitSegment, from: number, to: number): Citation {
  const first = firstThat(words, (word) => word.end > from);
  const after = firstThat(words, (word) => word.start >= to);
  return {
    segmentId: segment.id,
    speaker: segment.speaker,
    ...timesBetween(segment, timed, first, after - 1),
    quote: segment.text.slice(from, to),
    verification: 'verified',
  };
}

/** Index of the first word for which `holds` is true, as it is for all later ones; number of words where there is none. */
function firstThat(words: readonly TextWord[], holds: (word: TextWord) => boolean): number {
  let low = 0;
  let high = words.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const word = words[middle];
    if (word && holds(word)) high = middle;
    else low = middle + 1;
  }
  return low;
}

function parseQuotation(text: string): Quotation {
  const split = splitWords(text);
  return {
    text,
    split,
    joined: joinGluedWords(split),
    lead: withoutSpace(text.slice(0, split[0]?.start ?? 0)),
    trail: withoutSpace(text.slice(split.at(-1)?.end ?? 0)),
    weight: weightOf(split),
  };
}

export const weighsEnough = (quotation: string) => parseQuotation(quotation).weight >= MIN_QUOTE_CHARACTERS;

function isBetter(a: Match, b: Match): boolean {
  if (a.touchesCited !== b.touchesCited) return a.touchesCited;
  if (a.exact !== b.exact) return a.exact;
  const aWithinSegment = a.firstSegment === a.lastSegment;
  if (aWithinSegment !== (b.firstSegment === b.lastSegment)) return aWithinSegment;
  if (a.distance !== b.distance) return a.distance < b.distance;
  return a.firstSegment !== b.firstSegment ? a.firstSegment < b.firstSegment : a.start < b.start;
}

function withoutSpace(text: string): string {
  return text.replace(/[\s\p{Z}\p{Cc}]/gu, '').normalize('NFC');
}

/** Offset where `lead` begins when it is directly before `from`, ignoring white space; null when it is not. */
function extendBack(text: string, from: number, lead: string): number | null {
  let at = from;
  for (let left = lead.length; left > 0; ) {
    at -= 1;
    const char = text[at];
    if (char === undefined) return null;
    if (withoutSpace(char) === '') continue;
    left -= 1;
    if (char !== lead[left]) return null;
  }
  return at;
}

/** Offset where `trail` ends when it is directly after `from`, ignoring white space; null when it is not. */
function extendForward(text: string, from: number, trail: string): number | null {
  let at = from;
  for (let done = 0; done < trail.length; at += 1) {
    const char = text[at];
    if (char === undefined) return null;
    if (withoutSpace(char) === '') continue;
    if (char !== trail[done]) return null;
    done += 1;
  }
  return at;
}

/** Times of the quoted words when the engine's words are the words of the text, otherwise times of the segment. */
function timesOf(
  segment: Segment,
  words: readonly TextWord[],
  inside: readonly TextWord[],
): { startMs: number; endMs: number } {
  const first = inside[0] ? words.indexOf(inside[0]) : words.length;
  return timesBetween(segment, timedWords(segment, words), first, first + inside.length - 1);
}

type TimedWord = NonNullable<Segment['words']>[number];

/** Engine's word for each word of the text; null where its words differ from those of the text. */
function timedWords(segment: Segment, words: readonly TextWord[]): TimedWord[] | null {
  const timed = segment.words?.flatMap((word) => splitWords(word.text).map(({ key }) => ({ key, word }))) ?? [];
  const isAligned = timed.length === words.length && timed.every(({ key }, index) => key === words[index]?.key);
  return isAligned ? timed.map(({ word }) => word) : null;
}

/**
 * @param first index of a word
 * @param last index of a word; before `first` where no word is quoted
 */
function timesBetween(
  segment: Segment,
  timed: readonly TimedWord[] | null,
  first: number,
  last: number,
): { startMs: number; endMs: number } {
  const startWord = last < first ? undefined : timed?.[first];
  const endWord = timed?.[last];
  return startWord && endWord && startWord.startMs <= endWord.endMs
    ? { startMs: startWord.startMs, endMs: endWord.endMs }
    : { startMs: segment.startMs, endMs: segment.endMs };
}
