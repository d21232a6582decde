// Finds names and secrets again wherever they are said once more, or spelled. Pure.
import { cueBookOf } from './cues/cue-book.js';
import type { SensitiveSpan } from './sensitive-span.js';
import { isAmbiguousName, isCapital } from './talk/names.js';
import { spansAt } from './talk/span-of.js';
import { placesOf, type SaidWord, type Talk } from './talk/talk.js';

/** Confidence from which a span was read as what it is, and is not a whole answer in which nothing was read. */
const MIN_READ = 0.8;
const MIN_NAME = 4;
const MIN_SECRET = 5;
/** Words of a secret; more are rather a sentence. */
const MAX_SECRET_WORDS = 4;
/** Turns after a word within which letters spell it. */
const MAX_TURNS_TO_SPELLING = 4;
const SPELLED = /^[A-Z]{3,}$/;
const SPELLED_TYPES: readonly string[] = ['person_name', 'postal_address', 'email', 'password_or_pin'];

/** Spans of the words of each name and of each secret in words, and of the letters that spell one soon after it. */
export function repeatSpans(talk: Talk, spans: readonly SensitiveSpan[]): SensitiveSpan[] {
  return [...wordsAgain(talk, spans), ...spelledAfter(talk, spans)];
}

function wordsAgain(talk: Talk, spans: readonly SensitiveSpan[]): SensitiveSpan[] {
  const { spelling, words: none } = cueBookOf(talk.language);
  const known = new Map<string, SensitiveSpan>();
  for (const span of spans) {
    const said = span.content.split(' ');
    const isName = span.type === 'person_name';
    const isSecret = span.type === 'password_or_pin' && said.length <= MAX_SECRET_WORDS;
    if (span.confidence < MIN_READ || !(isName || isSecret)) continue;
    for (const text of said) {
      const isLong = text.length >= (isName ? MIN_NAME : MIN_SECRET) && /^\p{L}+$/u.test(text);
      if (isLong && !none.stopWords.has(text) && !spelling.has(text)) known.set(text, span);
    }
  }
  if (known.size === 0) return [];
  return talk.turns.flatMap(({ words }) =>
    words.flatMap((word) => {
      const span = known.get(word.text);
      return span === undefined || (span.type === 'person_name' && !isNameHere(talk, word)) ? [] : again(span, [word]);
    }),
  );
}

const isNameHere = (talk: Talk, word: SaidWord) => (talk.isCased ? isCapital(word) : !isAmbiguousName(word));

function again({ type, basis, confidence, content }: SensitiveSpan, words: readonly SaidWord[]): SensitiveSpan[] {
  return spansAt(placesOf(words), { type, basis, confidence }, content);
}

/** "Imogen Tallis." - "Two L's?" - "T A double L I S." */
function spelledAfter(talk: Talk, spans: readonly SensitiveSpan[]): SensitiveSpan[] {
  const bySegment = new Map<number, SensitiveSpan>();
  for (const span of spans) if (SPELLED_TYPES.includes(span.type)) bySegment.set(span.segmentId, span);
  if (bySegment.size === 0) return [];
  const found: SensitiveSpan[] = [];
  let [source, since]: [SensitiveSpan | undefined, number] = [undefined, 0];
  for (const [index, { words }] of talk.turns.entries()) {
    for (const { segment } of words) {
      const own = bySegment.get(segment.id);
      if (own !== undefined) [source, since] = [own, index];
    }
    if (source === undefined || index - since > MAX_TURNS_TO_SPELLING) continue;
    const { type, basis, confidence } = source;
    for (const { places, symbols } of talk.numbers.in(placesOf(words)))
      if (SPELLED.test(symbols)) found.push(...spansAt(places, { type, basis, confidence }, symbols.toLowerCase()));
  }
  return found;
}
