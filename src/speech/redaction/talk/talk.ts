// A call as input for word rules: turns of words, and the numbers and dates in them. Pure.
import type { KnownLanguage } from '../../../phrases/known-languages.js';
import { spellingOf } from '../../../phrases/spelling.js';
import { type SpokenWord, spokenWords } from '../../../phrases/spoken-words.js';
import type { RedactionCountry } from '../../../ports/redaction.js';
import { datesIn } from '../numbers/dates.js';
import type { NumberStretch, Place, SpokenDate } from '../numbers/number-stretch.js';
import { readNumbers } from '../numbers/read-numbers.js';
import type { SearchedCall, SearchedSegment } from '../sensitive-span.js';
import { PlaceIndex } from './place-index.js';

export type SaidWord = SpokenWord<SearchedSegment>;

/** Consecutive words of one party, or a sentence when the parties cannot be distinguished. */
export interface Turn {
  /** Null when the parties cannot be distinguished. */
  readonly party: string | null;
  readonly words: readonly SaidWord[];
}

export interface Talk {
  readonly language: KnownLanguage;
  readonly segments: readonly SearchedSegment[];
  readonly turns: readonly Turn[];
  /** False for text without capital letters, as some engines write it. */
  readonly isCased: boolean;
  readonly numbers: PlaceIndex<NumberStretch>;
  readonly dates: PlaceIndex<SpokenDate>;
}

/** Share of words with a capital letter above which a text has capitals. */
const MIN_CAPITALS = 0.04;

export function readTalk(call: SearchedCall, language: KnownLanguage, countries: readonly RedactionCountry[]): Talk {
  const spelling = spellingOf(language);
  const parties = call.segments.map(partyOf);
  const hasParties = new Set(parties).size > 1;
  const turns: { party: string | null; words: SaidWord[] }[] = [];
  let words = 0;
  let capitals = 0;
  for (const [index, segment] of call.segments.entries()) {
    const party = hasParties ? (parties[index] ?? null) : null;
    for (const [at, word] of joinAbbreviations(spokenWords(segment, spelling)).entries()) {
      words += 1;
      if (/^\p{Lu}\p{Ll}/u.test(segment.text.slice(word.start, word.end))) capitals += 1;
      const last = turns.at(-1);
      const isNew = hasParties ? last?.party !== party : at === 0 || word.startsSentence;
      if (last === undefined || isNew) turns.push({ party, words: [word] });
      else last.words.push(word);
    }
  }
  return {
    language,
    segments: call.segments,
    turns,
    isCased: capitals >= words * MIN_CAPITALS,
    numbers: new PlaceIndex(readNumbers(call)),
    dates: new PlaceIndex(datesIn(call, countries)),
  };
}

/** Abbreviations: their full stop does not end a sentence. */
const ABBREVIATIONS = new Set('mr mrs ms dr prof st str nr tel apt ave rd no geb hr fr'.split(' '));

function joinAbbreviations(words: readonly SaidWord[]): SaidWord[] {
  return words.map((word, at) => {
    const before = words[at - 1];
    if (!word.startsSentence || before === undefined) return word;
    const isAbbreviation = /^\.\s*$/.test(word.segment.text.slice(before.end, word.start)) && isShort(before);
    return isAbbreviation ? { ...word, startsSentence: false } : word;
  });
}

const isShort = ({ text }: SaidWord) =>
  ABBREVIATIONS.has(text) ||
  (text.length > 4 && text.endsWith('str')) ||
  (text.length === 1 && /\p{L}/u.test(text) && text !== 'i');

const partyOf = ({ speaker, channel }: SearchedSegment) => speaker ?? (channel === null ? '' : `channel ${channel}`);

/** Places of words: one stretch of each segment, from the first of them to the last. */
export function placesOf(words: readonly SaidWord[]): Place[] {
  const places: { segmentId: number; from: number; to: number }[] = [];
  for (const { segment, start, end } of words) {
    const last = places.at(-1);
    if (last?.segmentId === segment.id) last.to = Math.max(last.to, end);
    else places.push({ segmentId: segment.id, from: start, to: end });
  }
  return places;
}

/** Content of the words in one spelling. */
export const contentOf = (words: readonly SaidWord[]) => words.map(({ text }) => text).join(' ');

export function sentencesOf(words: readonly SaidWord[]): SaidWord[][] {
  const sentences: SaidWord[][] = [];
  for (const [at, word] of words.entries()) {
    const last = sentences.at(-1);
    if (last === undefined || word.startsSentence || beginsTurn(words, at)) sentences.push([word]);
    else last.push(word);
  }
  return sentences;
}

/** True after a pause of a second or an interjection of the other party. */
function beginsTurn(words: readonly SaidWord[], at: number): boolean {
  const [before, word] = [words[at - 1]?.segment, words[at]?.segment];
  return before !== undefined && word !== undefined && before !== word && word.startMs - before.endMs > 1000;
}
