// Finds the numbers and dates of an answer, by the types that were asked for. Pure.
import { type RedactionType, TYPE_ROWS } from '../../../ports/redaction.js';
import { isCode, isExpiry } from '../numbers/grammar/split-run.js';
import type { NumberStretch, NumericForm, Place } from '../numbers/number-stretch.js';
import { soundsLikeNumber } from '../numbers/sounds-like-number.js';
import type { SensitiveSpan } from '../sensitive-span.js';
import { touches } from '../talk/place-index.js';
import { type SpanKind, spansAt } from '../talk/span-of.js';
import { placesOf, type SaidWord, type Talk } from '../talk/talk.js';
import type { AskBook } from './ask-book.js';

/** Maximum number of words between two numbers that may be misheard parts of one. */
const MAX_GAP_WORDS = 4;
const MAX_LOST_WORDS = 2;
/** Maximum number of words before a final word that sounds like a number: "scratch that, to". */
const MAX_WORDS_TO_MISHEARD = 3;

/** Words of an answer in which each digit belongs to the code: "it's three eight, is that a three or an eight". */
const MAX_WORDS_OF_CODE = 30;

export const isNumeric = (type: RedactionType) => TYPE_ROWS[type].minSymbols !== null;

export interface NumericSpans {
  readonly spans: SensitiveSpan[];
  /** Types for which nothing, or too little, was read. */
  readonly missing: RedactionType[];
  readonly isWhole: boolean;
}

export function numericSpans(
  { talk, book }: { readonly talk: Talk; readonly book: AskBook },
  types: readonly RedactionType[],
  words: readonly SaidWord[],
): NumericSpans {
  const zone = placesOf(words);
  const numbers = numbersWithin(talk, words);
  const spans: SensitiveSpan[] = [];
  const missing: RedactionType[] = [];
  let left = numbers;
  for (const type of types) {
    const dates = datesFor(talk, type, zone, types.length > 1);
    if (dates.length === 0) continue;
    for (const { places, content } of dates)
      spans.push(...spansAt(withoutAcknowledgement(book, words, places), kindOf(type), content));
    left = left.filter(
      (number) => !dates.some(({ places }) => places.some((one) => number.places.some((other) => touches(one, other)))),
    );
  }
  const open = types.filter((type) => !spans.some((span) => span.type === type));
  const byType = open.length === 1 ? new Map([[open[0]!, left]]) : shared(open, left);
  for (const type of open) {
    const all = byType.get(type) ?? [];
    const isCode = type === 'card_security_code' && types.length === 1 && words.length <= MAX_WORDS_OF_CODE;
    const own = isCode ? [...all, ...digitsCounted(talk, words)] : withoutStrays(words, all);
    const symbols = own.map((number) => number.symbols).join('');
    if (symbols.length < (TYPE_ROWS[type].minSymbols ?? 0)) missing.push(type);
    if (symbols.length >= 3) {
      const places = joined(
        words,
        own.flatMap(({ places }) => places),
        types.length === 1,
      );
      const said = withoutAcknowledgement(book, words, places);
      const wide = types.length === 1 && !missing.includes(type) ? widened({ talk, book }, words, said) : said;
      spans.push(...spansAt(wide, kindOf(type), symbols));
    }
  }
  return { spans, missing, isWhole: missing.length === 0 };
}

/** Numbers of the words that count nothing; of a number that extends beyond them the part within. */
export function numbersWithin(talk: Talk, words: readonly SaidWord[]): NumberStretch[] {
  return talk.numbers.in(placesOf(words)).flatMap((number) => (number.isQuantity ? [] : withinZone(number, words)));
}

/** Single digits that count something elsewhere: "is that a three or an eight". */
const digitsCounted = (talk: Talk, words: readonly SaidWord[]) =>
  talk.numbers.in(placesOf(words)).filter(({ symbols, isQuantity }) => isQuantity && symbols.length === 1);

/** Restricts a number that extends beyond the answer to the part in the answer, as it was said. */
function withinZone(number: NumberStretch, words: readonly SaidWord[]): NumberStretch[] {
  const segments = new Set(words.map(({ segment }) => segment.id));
  const own = number.places.flatMap((place, at) => (segments.has(place.segmentId) ? [at] : []));
  if (own.length === number.places.length) return [number];
  const symbols = own.map((at) => number.parts[at]).join('');
  const places = own.flatMap((at) => number.places[at] ?? []);
  return symbols === ''
    ? []
    : [{ ...number, places, parts: own.flatMap((at) => number.parts[at] ?? []), symbols, alternatives: [] }];
}

const kindOf = (type: RedactionType): SpanKind => ({ type, basis: 'asked_for', confidence: 1 });

function datesFor(talk: Talk, type: RedactionType, zone: readonly Place[], isOneOfSeveral: boolean) {
  const { answer } = TYPE_ROWS[type];
  if (answer !== 'date' && answer !== 'month') return [];
  return talk.dates
    .in(zone)
    .filter(({ readings }) => !isOneOfSeveral || readings.some(({ day }) => (day === null) === (answer === 'month')))
    .map(({ places, readings }) => ({ places, content: JSON.stringify(readings[0]) }));
}

/** Assigns numbers to several questions: by form, else in the order of both. */
function shared(
  types: readonly RedactionType[],
  numbers: readonly NumberStretch[],
): Map<RedactionType, NumberStretch[]> {
  const byType = new Map<RedactionType, NumberStretch[]>(types.map((type) => [type, []]));
  for (const number of numbers) {
    const type =
      types.find((each) => hasFormOf(number, each)) ?? types.find((each) => byType.get(each)?.length === 0) ?? types[0];
    if (type !== undefined) byType.get(type)?.push(number);
  }
  return byType;
}

function hasFormOf(number: NumberStretch, type: RedactionType): boolean {
  const forms = formsOf(number);
  const { length } = number.symbols;
  switch (type) {
    case 'card_number':
      return length >= 12 || forms.includes('card_number');
    case 'card_expiry':
      return forms.includes('card_expiry') && length !== 3;
    case 'card_security_code':
      return length === 3 || (length === 4 && !forms.includes('card_expiry'));
    case 'date_of_birth':
      return length >= 4 && length <= 8;
    default:
      return length >= (TYPE_ROWS[type].minSymbols ?? 0);
  }
}

/** Removes single digits far from the number: "I have two cards, this one is 4417 …". */
function withoutStrays(words: readonly SaidWord[], numbers: readonly NumberStretch[]): NumberStretch[] {
  if (!numbers.some(({ symbols }) => symbols.length >= 3)) return [...numbers];
  const at = new Map(words.map((word, index) => [word, index]));
  const ranges = numbers.map((number) => {
    const own = words.filter((word) => number.places.some((place) => touches(place, placesOf([word])[0]!)));
    return { number, from: at.get(own[0]!) ?? 0, to: at.get(own.at(-1)!) ?? 0 };
  });
  return ranges
    .filter(
      ({ number, from, to }) =>
        number.symbols.length >= 3 ||
        ranges.some(
          (other) => other.number !== number && from - other.to <= MAX_GAP_WORDS && other.from - to <= MAX_GAP_WORDS,
        ),
    )
    .map(({ number }) => number);
}

/** Joins two numbers with few words between them, including misheard words. */
function joined(words: readonly SaidWord[], places: readonly Place[], mayJoin: boolean): Place[] {
  const all: Place[] = [];
  for (const place of [...places].sort((a, b) => a.segmentId - b.segmentId || a.from - b.from)) {
    const last = all.at(-1);
    const isNear =
      mayJoin &&
      last?.segmentId === place.segmentId &&
      words.filter(({ segment, start }) => segment.id === place.segmentId && start >= last.to && start < place.from)
        .length <= MAX_GAP_WORDS;
    if (last && isNear) all[all.length - 1] = { ...last, to: Math.max(last.to, place.to) };
    else all.push(place);
  }
  return all;
}

/** Adds what was misheard on either side: "fine free four …", "… nine one hate". */
function widened(
  { talk, book }: { readonly talk: Talk; readonly book: AskBook },
  words: readonly SaidWord[],
  places: readonly Place[],
): Place[] {
  return places.map((place) => {
    const own = words.filter(({ segment }) => segment.id === place.segmentId);
    const from = edgeOf(
      talk,
      book,
      own,
      own.findIndex(({ end }) => end > place.from),
      -1,
    );
    const to = edgeOf(
      talk,
      book,
      own,
      own.findLastIndex(({ start }) => start < place.to),
      1,
    );
    return {
      ...place,
      from: Math.min(place.from, own[from]?.start ?? place.from),
      to: Math.max(place.to, own[to]?.end ?? place.to),
    };
  });
}

/** Index of the last word that sounds like a number, or of one or two others after it up to the end of the sentence. */
function edgeOf(talk: Talk, book: AskBook, own: readonly SaidWord[], first: number, step: 1 | -1): number {
  const isIn = (at: number) => own[at] !== undefined && own[step > 0 ? at : at + 1]?.startsSentence !== true;
  const isEnd = (at: number) => !isIn(at + step);
  let edge = first;
  for (let at = first + step; Math.abs(at - edge) <= MAX_WORDS_TO_MISHEARD && isIn(at); at += step) {
    const isNext = Math.abs(at - edge) === 1 || isEnd(at);
    const isParted = Math.abs(at - edge) === 2 && step < 0 && own[at]!.text !== 'oh';
    if ((isNext || isParted) && soundsLikeNumber(talk.language, own[at]!.text)) edge = at;
  }
  let end = edge;
  while (isIn(end + step) && isOther(book, own[end + step]!)) end += step;
  const isLost = Math.abs(end - edge) <= MAX_LOST_WORDS && (step < 0 || isEnd(end));
  return isLost ? end : edge;
}

const isOther = ({ interjections, leadIns }: AskBook, { text }: SaidWord) =>
  !interjections.has(text) && !leadIns.has(text);

/** Removes a nought that is an interjection, as in "Oh, okay. 14 March". */
function withoutAcknowledgement(
  { interjections }: AskBook,
  words: readonly SaidWord[],
  places: readonly Place[],
): Place[] {
  return places.map((place) => {
    const own = words.filter(
      ({ segment, start, end }) => segment.id === place.segmentId && start < place.to && end > place.from,
    );
    const first = own.findIndex(({ text }) => !interjections.has(text));
    const last = own.slice(0, Math.max(0, first)).findLastIndex(({ text }) => text !== 'oh');
    return last < 0 ? place : { ...place, from: own[last + 1]?.start ?? place.from };
  });
}

/** Types that a number can have by its form. */
export function formsOf({ symbols, alternatives }: NumberStretch): NumericForm[] {
  const readings = [symbols, ...alternatives];
  const forms: NumericForm[] = [];
  if (readings.some((each) => /^\d{13,19}$/.test(each))) forms.push('card_number');
  if (readings.some(isCode)) forms.push('card_security_code');
  if (readings.some(isExpiry)) forms.push('card_expiry');
  forms.push(/[A-Z]/.test(symbols) ? 'letters' : 'digits');
  return forms;
}
