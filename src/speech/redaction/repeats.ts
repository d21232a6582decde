// Finds names and secrets again wherever they are said once more, or spelled. Pure.
import { isRare } from './asks/learnt/learnt-file.js';
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
/** Letters of a rare word of an answer in which nothing was read. */
const MIN_UNREAD = 4;
/** Turns after a word within which letters spell it. */
const MAX_TURNS_TO_SPELLING = 4;
const SPELLED = /^[A-Z]{3,}$/;
const SPELLED_TYPES: readonly string[] = ['person_name', 'postal_address', 'email', 'password_or_pin'];

/** Turns after a code within which another one that is nearly the same corrects it. */
const MAX_TURNS_TO_CORRECTION = 6;
const MIN_CODE = 4;
/** Digits by which a correction differs, for each so many digits of the code. */
const DIGITS_PER_CHANGE = 3;
const CODES: readonly string[] = ['password_or_pin', 'card_security_code', 'bank_account', 'national_id'];

/**
 * Spans of the words of each name and of each secret in words, of the letters that spell one soon after it, and of the digits
 * that correct a code.
 */
export function repeatSpans(talk: Talk, spans: readonly SensitiveSpan[]): SensitiveSpan[] {
  return [...wordsAgain(talk, spans), ...spelledAfter(talk, spans), ...digitsCorrected(talk, spans)];
}

function wordsAgain(talk: Talk, spans: readonly SensitiveSpan[]): SensitiveSpan[] {
  const { spelling, words: none } = cueBookOf(talk.language);
  const known = new Map<string, SensitiveSpan>();
  for (const span of spans) {
    const said = span.content.split(' ');
    const isName = span.type === 'person_name';
    const isSecret = span.type === 'password_or_pin' && said.length <= MAX_SECRET_WORDS;
    if (!(isName || isSecret)) continue;
    for (const text of said) {
      const isTold =
        span.confidence >= MIN_READ
          ? text.length >= (isName ? MIN_NAME : MIN_SECRET)
          : text.length >= MIN_UNREAD && isRare(talk.language, text);
      const isWord = /^\p{L}+$/u.test(text) && !none.stopWords.has(text) && !spelling.has(text);
      if (isTold && isWord) known.set(text, span);
    }
  }
  if (known.size === 0) return [];
  return talk.turns.flatMap(({ words }) =>
    words.flatMap((word) => {
      const span = known.get(word.text) ?? writtenTogether(known, word.text);
      return span === undefined || (span.type === 'person_name' && !isNameHere(talk, word)) ? [] : again(span, [word]);
    }),
  );
}

/** "Marigold, and then seventy-seven" is read back as "Marigold77". */
function writtenTogether(known: ReadonlyMap<string, SensitiveSpan>, text: string): SensitiveSpan | undefined {
  if (!/\d/.test(text)) return undefined;
  for (const [letters] of text.matchAll(/\p{L}+/gu)) {
    const span = known.get(letters);
    if (span?.type === 'password_or_pin') return span;
  }
  return undefined;
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

/** "One one eight, nine nine four." - "It says incorrect." - "Sorry, one one eight, nine four four." */
function digitsCorrected(talk: Talk, spans: readonly SensitiveSpan[]): SensitiveSpan[] {
  const codes = spans
    .filter(({ type }) => CODES.includes(type))
    .flatMap((span) => talk.numbers.in([span]).map(({ symbols }) => ({ span, symbols })))
    .filter(({ symbols }) => /^\d+$/.test(symbols) && symbols.length >= MIN_CODE);
  if (codes.length === 0) return [];
  const found: SensitiveSpan[] = [];
  let known: { readonly code: (typeof codes)[number]; readonly since: number }[] = [];
  for (const [index, { words }] of talk.turns.entries()) {
    const segments = new Set(words.map(({ segment }) => segment.id));
    known = [
      ...known.filter(({ since }) => index - since <= MAX_TURNS_TO_CORRECTION),
      ...codes.filter(({ span }) => segments.has(span.segmentId)).map((code) => ({ code, since: index })),
    ];
    for (const { places, symbols, isInDigits, isQuantity } of talk.numbers.in(placesOf(words))) {
      if (!isInDigits || isQuantity) continue;
      const like = known.find(({ code }) => isNearly(symbols, code.symbols));
      if (like === undefined) continue;
      const { type, basis, confidence } = like.code.span;
      found.push(...spansAt(places, { type, basis, confidence }, symbols));
    }
  }
  return found;
}

/** True where few digits differ. */
function isNearly(symbols: string, code: string): boolean {
  if (symbols.length !== code.length || symbols === code) return symbols === code;
  const differing = [...symbols].filter((symbol, at) => symbol !== code[at]).length;
  return differing <= Math.floor(code.length / DIGITS_PER_CHANGE);
}
