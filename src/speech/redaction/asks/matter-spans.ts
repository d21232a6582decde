// Finds secret numbers by what the parties talk about. A question that no pattern knows still says what its answer is: words of
// it, a card that was read out just before, a message that has come. The matter decides until another one is named. Pure.
// cspell:ignore tausend
import { type RedactionType, typesRead } from '../../../ports/redaction.js';
import type { NumberStretch } from '../numbers/number-stretch.js';
import { soundsLikeNumber } from '../numbers/sounds-like-number.js';
import type { SensitiveSpan } from '../sensitive-span.js';
import { spansAt, spansOfWords } from '../talk/span-of.js';
import { placesOf, type SaidWord, sentencesOf, type Talk, type Turn } from '../talk/talk.js';
import { isInterjection, isSaidNumber } from './answer-words.js';
import type { AskBook } from './ask-book.js';
import { type Hint, hintsIn, Matter, OF_CARDS } from './matter.js';
import { formsOf, numbersWithin } from './numeric-spans.js';

const CONFIDENCE = 0.5;
/** Share of words like numbers from which an answer is a number and nothing else. */
const MIN_SHARE_OF_NUMBERS = 0.75;
/** Number of digits from which a number is a card. */
const MIN_CARD_DIGITS = 12;
/** Words of an interjection between the parts of an answer. */
const MAX_INTERJECTION_WORDS = 8;
/** Longer numbers without a name are none of those that are asked for. */
const MAX_UNNAMED_SYMBOLS = 8;
/** The same where an answer begins with it, corrected perhaps. */
const MAX_LEADING_SYMBOLS = 12;
/** Words of an answer whose digits are said one here, one there: "eight, one I think, and a seven". */
const MAX_WORDS_OF_PARTS = 14;
/** Words of an answer that is a code said as a number: "two hundred, so two zero zero". */
const MAX_WORDS_OF_ROUNDED = 6;
const YEAR = /^(?:19|20)\d\d$/;

/** Types whose content a matter may reveal, with the numbers of symbols. */
const LENGTHS: Readonly<Partial<Record<RedactionType, readonly [min: number, max: number]>>> = {
  card_expiry: [3, 6],
  card_security_code: [3, 5],
  password_or_pin: [3, 12],
  card_number: [4, 19],
};
/** A number of so many symbols is rather a code of a card than another secret. */
const MAX_CARD_CODE = 4;
const SECRETS: readonly string[] = typesRead('secret');

/**
 * @param asked types that each turn asks for by a known pattern
 * @param isOfCards true where a card or a payment is spoken of anywhere in the call
 */
export function matterSpans(
  talk: Talk,
  book: AskBook,
  asked: readonly (readonly RedactionType[])[],
  isOfCards: boolean,
  wanted: ReadonlySet<RedactionType>,
): SensitiveSpan[] {
  const spans: SensitiveSpan[] = [];
  const matter = new Matter(isOfCards);
  let answer: Answer | null = null;
  const close = () => {
    if (answer !== null) spans.push(...answerSpans(talk, book, answer, wanted));
    answer = null;
  };
  for (const [index, turn] of talk.turns.entries()) {
    const startMs = turn.words[0]?.segment.startMs ?? 0;
    const asks = asked[index] ?? [];
    const hint = hintsIn(book, turn.words);
    if (answer !== null && isPrompt(talk, book, turn, asks)) continue;
    if (answer === null || (answer as Answer).party !== turn.party || !endsInNumber(talk, answer)) {
      close();
      answer = { party: turn.party, turns: [], hint: matter.at(startMs, index, hint) };
    }
    (answer as Answer).turns.push(turn);
    const secrets = asks.filter(isSecret);
    const isSilent = secrets.length === 0 && hint.named.length === 0;
    const isOther = isSilent && (asks.length > 0 || book.otherNumbers.find(turn.words).length > 0);
    if (isOther) matter.end();
    const speaks = isOther || (isSilent && saysNumber(talk, turn));
    const party = secrets.length + hint.named.length > 0 ? turn.party : null;
    matter.goOn({ ms: startMs, turn: index, party }, [...secrets, ...cardIn(talk, turn)], hint, speaks);
  }
  close();
  return spans;
}

/** True where a turn says a number itself: then it is no request, unless it names a secret. */
function saysNumber(talk: Talk, { words }: Turn): boolean {
  return talk.numbers.in(placesOf(words)).some(({ symbols, isQuantity }) => isQuantity || symbols.length > 1);
}

interface Answer {
  readonly party: string | null;
  readonly turns: Turn[];
  readonly hint: Hint;
}

/** True where further digits may follow: "eight one" - "Mhm." - "nine". */
function endsInNumber(talk: Talk, { turns }: Answer): boolean {
  return turns.at(-1)?.words.some((word) => isSaidNumber(talk, word)) === true;
}

const isSecret = (type: RedactionType) => LENGTHS[type] !== undefined;

/** True for "Right." and "And then?" between the parts of an answer. */
function isPrompt(talk: Talk, book: AskBook, { words }: Turn, asks: readonly RedactionType[]): boolean {
  if (asks.length > 0 || words.length > MAX_INTERJECTION_WORDS) return false;
  if (words.some((word) => isSaidNumber(talk, word))) return false;
  return isInterjection(book, words) || book.repeats.find(words).length > 0;
}

/** The types of a card where a turn reads one out. */
export function cardIn(talk: Talk, { words }: Turn): readonly RedactionType[] {
  const isCard = talk.numbers
    .in(placesOf(words))
    .some(({ symbols, isInDigits, isQuantity }) => symbols.length >= MIN_CARD_DIGITS && isInDigits && !isQuantity);
  return isCard ? OF_CARDS : [];
}

function answerSpans(
  talk: Talk,
  book: AskBook,
  { party, turns, hint }: Answer,
  wanted: ReadonlySet<RedactionType>,
): SensitiveSpan[] {
  const types = hint.types.filter((type) => wanted.has(type));
  if (types.length === 0) return [];
  const sentences = turns.flatMap(({ words }) => withoutLeadIns(talk, book, words));
  const words = sentences.flat();
  if (words.length === 0 || book.otherNumbers.find(words).length > 0) return [];
  const alone = numbersAlone(talk, sentences).flatMap((stretch) => {
    const said = stretch.flat();
    const type = isCounted(talk, said, hint) ? null : typeOf(types, symbolsOf(talk, said));
    const isYear = said.some(({ text }) => YEAR.test(text)) && type !== null && !SECRETS.includes(type);
    return type === null || isYear ? [] : stretch.flatMap((each) => spansOfWords(each, kindOf(type)));
  });
  return [...alone, ...amongWords(talk, words, party, hint, wanted)];
}

/** Sentences in a row that are numbers and nothing else: "Three. Three. Eight." */
function numbersAlone(talk: Talk, sentences: readonly SaidWord[][]): SaidWord[][][] {
  const stretches: SaidWord[][][] = [];
  let isOpen = false;
  for (const sentence of sentences) {
    const alike = sentence.filter(
      (word) => soundsLikeNumber(talk.language, word.text) || isSaidNumber(talk, word) || /^\p{L}$/u.test(word.text),
    );
    const isNumber = alike.length >= sentence.length * MIN_SHARE_OF_NUMBERS;
    if (isNumber && isOpen) stretches.at(-1)?.push(sentence);
    else if (isNumber) stretches.push([sentence]);
    isOpen = isNumber;
  }
  return stretches;
}

/** Numbers among other words: where their type is named, or where the answer begins with one. */
function amongWords(
  talk: Talk,
  words: readonly SaidWord[],
  party: string | null,
  hint: Hint,
  wanted: ReadonlySet<RedactionType>,
): SensitiveSpan[] {
  const named = hint.named.filter((type) => wanted.has(type));
  const numbers = numbersWithin(talk, words);
  const isRead = ({ isInDigits, isWritten }: NumberStretch) => isInDigits || isWritten;
  if (named.length === 0) {
    const [first] = numbers;
    const leads = first && isRead(first) && isAt(first, words[0]!) && first.symbols.length <= MAX_LEADING_SYMBOLS;
    return leads
      ? numberSpans(
          first,
          words,
          hint.types.filter((type) => wanted.has(type)),
        )
      : [];
  }
  // Who asks says amounts and times, too; the one who was asked hardly.
  const counting = party === hint.party ? numbers.filter(isRead) : numbers;
  const found = [...datesIn(talk, words, named), ...counting.flatMap((number) => numberSpans(number, words, named))];
  const symbols = numbers.reduce((sum, number) => sum + number.symbols.length, 0);
  const isInParts =
    found.length === 0 &&
    numbers.every((number) => number.symbols.length === 1) &&
    party !== hint.party &&
    words.length <= MAX_WORDS_OF_PARTS;
  const type = isInParts ? typeOf(named, symbols) : null;
  return type === null ? found : numbers.flatMap(({ places }) => spansAt(places, kindOf(type), String(symbols)));
}

function numberSpans(
  number: NumberStretch,
  words: readonly SaidWord[],
  named: readonly RedactionType[],
): SensitiveSpan[] {
  const fitting = number.isInDigits ? named : named.filter((type) => type !== 'card_number');
  const half = number.symbols.slice(0, number.symbols.length / 2);
  const { length } = half + half === number.symbols ? half : number.symbols;
  const type = typeOf(fitting, length, formsOf(number).includes('card_expiry'));
  const own = words.filter(({ segment, start, end }) =>
    number.places.some(({ segmentId, from, to }) => segmentId === segment.id && from < end && to > start),
  );
  const isYear = own.length === 1 && YEAR.test(own[0]!.text) && !(type !== null && SECRETS.includes(type));
  const isList = !number.isInDigits && own.some(({ text }) => text === 'and' || text === 'und');
  const isRounded = isAmount(own) && !(type === 'card_security_code' && words.length <= MAX_WORDS_OF_ROUNDED);
  return type === null || isYear || isList || isRounded ? [] : spansOfWords(own, kindOf(type));
}

const isAt = ({ places: [place] }: NumberStretch, { segment, start, end }: SaidWord) =>
  place?.segmentId === segment.id && place.from < end && place.to > start;

/** "May twenty eight", where a card is talked about. */
function datesIn(talk: Talk, words: readonly SaidWord[], named: readonly RedactionType[]): SensitiveSpan[] {
  if (!named.includes('card_expiry')) return [];
  return talk.dates
    .in(placesOf(words))
    .filter(({ readings }) => readings.some(({ day, year }) => day === null && year !== null))
    .flatMap(({ places }) => spansAt(places, kindOf('card_expiry'), JSON.stringify(places)));
}

const kindOf = (type: RedactionType) => ({ type, basis: 'asked_for', confidence: CONFIDENCE }) as const;

/** Type of a number by its length; null where it fits none. */
function typeOf(types: readonly RedactionType[], symbols: number, isExpiry = false): RedactionType | null {
  const fitting = types.filter((type) => {
    const [min, max] = LENGTHS[type] ?? [0, 0];
    return symbols >= min && symbols <= max && (type !== 'card_expiry' || isExpiry);
  });
  const isCardCode = symbols <= MAX_CARD_CODE;
  return fitting.find((type) => SECRETS.includes(type) !== isCardCode) ?? fitting[0] ?? null;
}

/** Sentences without the words that lead to an answer. */
function withoutLeadIns(talk: Talk, book: AskBook, words: readonly SaidWord[]): SaidWord[][] {
  return sentencesOf(words)
    .filter((sentence) => !isInterjection(book, sentence))
    .map((sentence) => {
      const isIdle = (word: SaidWord) =>
        (book.leadIns.has(word.text) || book.interjections.has(word.text)) && !isSaidNumber(talk, word);
      const from = sentence.findIndex((word) => !isIdle(word));
      if (from < 0) return [];
      const lastAt = sentence.findLastIndex((word) => !isIdle(word));
      // What sounds like a digit beside one is one: "nine for".
      const isPart = (word: SaidWord | undefined) => word !== undefined && soundsLikeNumber(talk.language, word.text);
      const first = isPart(sentence[from - 1]) ? from - 1 : from;
      const last = isPart(sentence[lastAt + 1]) ? lastAt + 1 : lastAt;
      return sentence.slice(first, last + 1);
    })
    .filter((sentence) => sentence.length > 0);
}

/** True for money, pieces, hours, and for several numbers where nothing names a secret. */
function isCounted(talk: Talk, words: readonly SaidWord[], { named, types }: Hint): boolean {
  if (talk.numbers.in(placesOf(words)).some(({ isQuantity }) => isQuantity)) return true;
  const numbers = numbersWithin(talk, words);
  const symbols = numbers.reduce((sum, number) => sum + number.symbols.length, 0);
  if (isAmount(words)) return !(types.includes('card_security_code') && numbers.length === 1 && symbols === 3);
  if (symbols > MAX_UNNAMED_SYMBOLS && !numbers.every(({ isInDigits }) => isInDigits)) return true;
  if (named.length > 0) return false;
  if (!numbers.every(({ isInDigits, isWritten }) => isInDigits || isWritten)) return true;
  return numbers.length > 1 || symbols > MAX_UNNAMED_SYMBOLS;
}

/** True for "a hundred and twenty": no code is said so. */
const isAmount = (words: readonly SaidWord[]) =>
  words.some(({ text }) => /hundred|thousand|hundert|tausend/.test(text));

/** Symbols that are read, and one for each word that sounds like one. */
function symbolsOf(talk: Talk, words: readonly SaidWord[]): number {
  const read = numbersWithin(talk, words).reduce((sum, { symbols }) => sum + symbols.length, 0);
  const misheard = words.filter(
    (word) => soundsLikeNumber(talk.language, word.text) && talk.numbers.in(placesOf([word])).length === 0,
  );
  return read + misheard.length;
}
