// The reason a finding can be believed: no quotation reaches a client unless it stands in the transcript, said by the right party.
import type { ProposedQuote } from '../../ports/call-analyst.js';
import type { Role, Segment, Speaker } from '../../ports/transcript.js';
import { splitWords, type TextWord } from '../transcript/words.js';

/** Who must have said it; `either` also takes a speaker whose role is not known. */
export type Sayer = Role | 'either';

/**
 * `verified`: equal to the transcript but for white space (and Unicode normal form), in the segment that was cited.
 * `repaired`: equal but for case and punctuation, or in another segment than the one cited.
 */
export type Verification = 'verified' | 'repaired';

export interface Citation {
  readonly segmentId: number;
  readonly speaker: Speaker;
  /** Of the quoted words where the engine timed words, of the segment otherwise. Milliseconds. */
  readonly startMs: number;
  readonly endMs: number;
  /** Always a verbatim part of the segment's text, never the analyst's wording. */
  readonly quote: string;
  readonly verification: Verification;
}

/** A quotation with fewer letters and digits proves nothing ("yes", "I do" stand in every call). */
const LEAST_WEIGHT = 4;
/** A shorter quotation is not looked for outside the segment it was cited from: "thank you" occurs everywhere. */
const LEAST_WORDS_TO_MOVE = 3;
/** Segments of one speaker closer than this are one utterance that the recogniser cut; a quotation may run across. */
const UTTERANCE_PAUSE_MS = 2000;
/** Places compared letter by letter for one quotation; bounds the work where one phrase repeats thousands of times. */
const PLACES_COMPARED = 64;

/**
 * A transcript made ready for checking quotations.
 *
 * A quotation is compared word by word and must begin and end at word boundaries: a changed, missing or added word,
 * also one word written as two, is never accepted. Punctuation inside a word may be there or not (`e-mail`, `email`,
 * `e mail`). It may run across segments of the same speaker that are at most 2 s apart; it then yields one citation
 * per segment. Where several places match, the cited segment wins, then a place equal in case and punctuation, then
 * a place within one segment, then the nearest to the segment cited, then the earlier.
 * Time grows with the length of transcript plus quotation. Nothing throws, whatever the text.
 */
export class Evidence {
  private readonly indexOfId: ReadonlyMap<number, number>;
  private readonly utterances: readonly Utterance[];

  constructor(private readonly segments: readonly Segment[]) {
    this.indexOfId = new Map(segments.map((segment, index) => [segment.id, index]));
    this.utterances = utterancesOf(segments);
  }

  /** The places where `proposed` was said by `sayer`: one citation per segment; empty when it was not. */
  cite(proposed: ProposedQuote, sayer: Sayer): Citation[] {
    const quote = quotationOf(proposed.quote);
    if (quote.weight < LEAST_WEIGHT) return [];

    const cited = this.indexOfId.get(proposed.segmentId) ?? null;
    // No other place can be better than one in the cited segment, so that an honest quotation costs next to nothing.
    const citedUtterance = this.utterances.filter(({ wordsOf }) => cited !== null && wordsOf.has(cited));
    let best = this.bestOf(citedUtterance, quote, sayer, cited);
    if (!best?.touchesCited) best = this.bestOf(this.utterances, quote, sayer, cited);
    if (!best || (!best.touchesCited && quote.joined.length < LEAST_WORDS_TO_MOVE)) return [];
    const verification = best.exact && best.touchesCited ? 'verified' : 'repaired';
    return this.citationsOf(best, verification);
  }

  private bestOf(utterances: readonly Utterance[], quote: Quotation, sayer: Sayer, cited: number | null): Place | null {
    let best: Place | null = null;
    for (const utterance of utterances) {
      if (sayer !== 'either' && utterance.speaker !== sayer) continue;
      best = this.bestPlace(utterance, utterance.split, quote.split, quote, cited, best);
      best = this.bestPlace(utterance, utterance.joined, quote.joined, quote, cited, best);
    }
    return best;
  }

  private bestPlace(
    utterance: Utterance,
    words: readonly PlacedWord[],
    quoteWords: readonly TextWord[],
    quote: Quotation,
    cited: number | null,
    best: Place | null,
  ): Place | null {
    let chosen = best;
    let compared = 0;
    for (const position of occurrences(words, quoteWords)) {
      const first = words[position];
      const last = words[position + quoteWords.length - 1];
      if (!first || !last) continue;
      const touchesCited = cited !== null && first.segment <= cited && cited <= last.segment;
      let place: Place = {
        firstSegment: first.segment,
        start: first.start,
        lastSegment: last.segment,
        end: last.end,
        utterance,
        touchesCited,
        exact: false,
        distance: cited === null ? first.segment : Math.abs(first.segment - cited),
      };
      if (words === utterance.split && compared < PLACES_COMPARED) {
        compared += 1;
        place = this.exactPlace(place, words, position, quote) ?? place;
      }
      if (!chosen || better(place, chosen)) chosen = place;
    }
    return chosen;
  }

  /** The place widened by the quotation's own outer punctuation, if all is equal but for white space; else null. */
  private exactPlace(place: Place, words: readonly PlacedWord[], position: number, quote: Quotation): Place | null {
    for (const [offset, wanted] of quote.split.entries()) {
      const found = words[position + offset];
      if (!found) return null;
      if (this.raw(found) !== quote.text.slice(wanted.start, wanted.end).normalize('NFC')) return null;
      const before = words[position + offset - 1];
      const wantedBefore = quote.split[offset - 1];
      if (before && wantedBefore) {
        const gap = withoutSpace(quote.text.slice(wantedBefore.end, wanted.start));
        if (gap !== withoutSpace(this.textBetween(before, found))) return null;
      }
    }
    const start = startWith(this.textOf(place.firstSegment), place.start, quote.lead);
    const end = endWith(this.textOf(place.lastSegment), place.end, quote.trail);
    return start === null || end === null ? null : { ...place, start, end, exact: true };
  }

  private citationsOf(place: Place, verification: Verification): Citation[] {
    const citations: Citation[] = [];
    for (const index of place.utterance.segments) {
      const segment = this.segments[index];
      if (!segment || index < place.firstSegment || index > place.lastSegment) continue;
      const words = place.utterance.wordsOf.get(index) ?? [];
      const from = index === place.firstSegment ? place.start : (words[0]?.start ?? 0);
      const to = index === place.lastSegment ? place.end : (words.at(-1)?.end ?? 0);
      const inside = words.filter((word) => word.start < to && word.end > from);
      // The end of a quotation that spilled over by a short word says nothing when it stands alone.
      if (weightOf(inside) < LEAST_WEIGHT) continue;
      citations.push({
        segmentId: segment.id,
        speaker: segment.speaker,
        ...timesOf(segment, words, inside),
        quote: segment.text.slice(from, to),
        verification,
      });
    }
    return citations;
  }

  private textOf(index: number): string {
    return this.segments[index]?.text ?? '';
  }

  private raw(word: PlacedWord): string {
    return this.textOf(word.segment).slice(word.start, word.end).normalize('NFC');
  }

  private textBetween(before: PlacedWord, after: PlacedWord): string {
    return before.segment === after.segment
      ? this.textOf(after.segment).slice(before.end, after.start)
      : this.textOf(before.segment).slice(before.end) + this.textOf(after.segment).slice(0, after.start);
  }
}

interface PlacedWord extends TextWord {
  /** Index of its segment in the transcript. */
  readonly segment: number;
}

/** Segments of one speaker without a longer pause. */
interface Utterance {
  readonly speaker: Speaker;
  readonly segments: readonly number[];
  readonly wordsOf: ReadonlyMap<number, readonly PlacedWord[]>;
  /** `e-mail` as two words. */
  readonly split: readonly PlacedWord[];
  /** `e-mail` as one word. */
  readonly joined: readonly PlacedWord[];
}

interface Quotation {
  readonly text: string;
  readonly split: readonly TextWord[];
  readonly joined: readonly TextWord[];
  /** Punctuation before the first and after the last word, without white space. */
  readonly lead: string;
  readonly trail: string;
  readonly weight: number;
}

interface Place {
  readonly utterance: Utterance;
  readonly firstSegment: number;
  readonly start: number;
  readonly lastSegment: number;
  readonly end: number;
  readonly touchesCited: boolean;
  readonly exact: boolean;
  readonly distance: number;
}

function better(a: Place, b: Place): boolean {
  if (a.touchesCited !== b.touchesCited) return a.touchesCited;
  if (a.exact !== b.exact) return a.exact;
  const aWhole = a.firstSegment === a.lastSegment;
  if (aWhole !== (b.firstSegment === b.lastSegment)) return aWhole;
  if (a.distance !== b.distance) return a.distance < b.distance;
  return a.firstSegment !== b.firstSegment ? a.firstSegment < b.firstSegment : a.start < b.start;
}

function quotationOf(text: string): Quotation {
  const split = splitWords(text);
  return {
    text,
    split,
    joined: join(split),
    lead: withoutSpace(text.slice(0, split[0]?.start ?? 0)),
    trail: withoutSpace(text.slice(split.at(-1)?.end ?? 0)),
    weight: weightOf(split),
  };
}

function utterancesOf(segments: readonly Segment[]): Utterance[] {
  const groups: { speaker: Speaker; segments: number[]; endMs: number }[] = [];
  const current = new Map<Speaker, { speaker: Speaker; segments: number[]; endMs: number }>();
  for (const [index, segment] of segments.entries()) {
    const group = current.get(segment.speaker);
    if (group && segment.startMs - group.endMs <= UTTERANCE_PAUSE_MS) {
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
      joined: perSegment.flatMap((words) => join(words)),
    };
  });
}

/** Makes one word of words with only punctuation between them. */
function join<W extends TextWord>(words: readonly W[]): W[] {
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

function weightOf(words: readonly TextWord[]): number {
  return words.reduce((sum, word) => sum + word.weight, 0);
}

/** Every position of `wanted` in `words` (Knuth, Morris and Pratt: linear, whatever repeats). */
function* occurrences(words: readonly TextWord[], wanted: readonly TextWord[]): Generator<number> {
  if (wanted.length === 0 || wanted.length > words.length) return;
  const fallback: number[] = [0];
  for (let at = 1, length = 0; at < wanted.length; at += 1) {
    while (length > 0 && wanted[at]?.key !== wanted[length]?.key) length = fallback[length - 1] ?? 0;
    if (wanted[at]?.key === wanted[length]?.key) length += 1;
    fallback.push(length);
  }
  for (let at = 0, length = 0; at < words.length; at += 1) {
    while (length > 0 && words[at]?.key !== wanted[length]?.key) length = fallback[length - 1] ?? 0;
    if (words[at]?.key === wanted[length]?.key) length += 1;
    if (length === wanted.length) {
      yield at - length + 1;
      length = fallback[length - 1] ?? 0;
    }
  }
}

function withoutSpace(text: string): string {
  return text.replace(/[\s\p{Z}\p{Cc}]/gu, '').normalize('NFC');
}

/** Where `text` must be cut for the part from there to `from` to be `lead` but for white space; null if it is not. */
function startWith(text: string, from: number, lead: string): number | null {
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

function endWith(text: string, from: number, trail: string): number | null {
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

/** Times of the quoted words where the engine's words are those of the text, else of the whole segment. */
function timesOf(
  segment: Segment,
  words: readonly PlacedWord[],
  inside: readonly PlacedWord[],
): { startMs: number; endMs: number } {
  const whole = { startMs: segment.startMs, endMs: segment.endMs };
  const first = inside[0];
  if (!segment.words || !first) return whole;
  const timed = segment.words.flatMap((word) => splitWords(word.text).map(({ key }) => ({ key, word })));
  const aligned = timed.length === words.length && timed.every(({ key }, index) => key === words[index]?.key);
  if (!aligned) return whole;
  const from = words.indexOf(first);
  const startWord = timed[from]?.word;
  const endWord = timed[from + inside.length - 1]?.word;
  return startWord && endWord && startWord.startMs <= endWord.endMs
    ? { startMs: startWord.startMs, endMs: endWord.endMs }
    : whole;
}
