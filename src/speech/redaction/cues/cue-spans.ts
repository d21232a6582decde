// Finds content after cues: names, addresses, birth dates, passwords, numbers that their owner names. Pure.
// cspell:ignore spricht abend moin servus
import type { RedactionType, WantedRedaction } from '../../../ports/redaction.js';
import type { NumberStretch } from '../numbers/number-stretch.js';
import type { SearchedSegment, SensitiveSpan } from '../sensitive-span.js';
import { addressAfter, addressesIn, postcodesIn } from '../talk/addresses.js';
import { emailsIn } from '../talk/emails.js';
import { isCapital, isKnownName, type NameAt, type NoNames, nameAt, nameBefore } from '../talk/names.js';
import { standing } from '../talk/rule-shapes.js';
import { type SpanKind, spansAt, spansOfWords } from '../talk/span-of.js';
import { contentOf, placesOf, type SaidWord, type Talk, type Turn } from '../talk/talk.js';
import { type Cue, type CueContent, cueBookOf } from './cue-book.js';

/** Maximum number of words between a cue and its content. */
const MAX_GAP = 4;
/** Maximum number of words between a date and its cue, on either side. */
const MAX_DATE_GAP = 3;
const MAX_SECRET_WORDS = 5;
const MAX_SPELLING_DISTANCE = 10;
const REACH = 40;

const MIN_SYMBOLS: Readonly<Partial<Record<CueContent, number>>> = { number: 3, code: 5, phone: 6, expiry: 3 };

/** Place of a cue in a turn. */
interface CuePlace {
  readonly talk: Talk;
  readonly said: readonly SaidWord[];
  /** First word of the cue, and the first one behind it. */
  readonly from: number;
  readonly at: number;
  readonly none: NoNames;
}

export function cueSpans(talk: Talk, { types }: Pick<WantedRedaction, 'types'>): SensitiveSpan[] {
  const wanted = new Set<RedactionType>(types);
  const spans = talk.turns.flatMap((turn) => [...afterCues(talk, turn, wanted), ...withoutCues(talk, turn, wanted)]);
  return wanted.has('postal_address') ? [...spans, ...talk.segments.flatMap(postcodeSpans)] : spans;
}

function postcodeSpans({ id, text }: SearchedSegment): SensitiveSpan[] {
  const kind = { type: 'postal_address', basis: 'pattern', confidence: 0.8 } as const;
  return postcodesIn(id, text).flatMap((place) =>
    spansAt([place], kind, text.slice(place.from, place.to).replaceAll(' ', '')),
  );
}

function afterCues(talk: Talk, { words: said }: Turn, wanted: ReadonlySet<RedactionType>): SensitiveSpan[] {
  const { index, words: none } = cueBookOf(talk.language);
  const matches = index.find(said).filter(({ owner }) => wanted.has(owner.cue.type));
  return standing(said, matches, ({ cue }) => cue).flatMap(({ owner, from, to }) =>
    find({ talk, said, from, at: to, none }, owner.cue),
  );
}

function find(place: CuePlace, cue: Cue): SensitiveSpan[] {
  const kind: SpanKind = { type: cue.type, basis: 'pattern', confidence: 0.8 };
  switch (cue.content) {
    case 'name':
    case 'likelyName':
    case 'knownName':
    case 'titledName':
      return namesAfter(place, cue.content, kind);
    case 'nameBefore':
    case 'anyNameBefore': {
      const name = nameBefore(place.talk, place.said, place.from, place.none);
      const counts = name && (cue.content === 'anyNameBefore' || isKnownName(place.talk, name[0]!));
      return counts ? spansOfWords(name, kind) : [];
    }
    case 'address': {
      const address = addressAfter(place.talk, place.said.slice(place.at, place.at + REACH), place.none);
      return address ? spansAt(address.places, kind, contentOf(address.words)) : [];
    }
    case 'date':
    case 'dateNear':
      return datesAt(place, cue.content === 'dateNear', kind);
    case 'secret':
      return secretAfter(place, kind);
    case 'email':
      return emailsIn(place.talk, place.said.slice(place.at, place.at + REACH), place.none.stopWords, true)
        .slice(0, 1)
        .flatMap(({ places, content }) => spansAt(places, kind, content));
    default:
      return numberAfter(place, MIN_SYMBOLS[cue.content] ?? 3, cue.content === 'expiry', kind);
  }
}

function namesAfter({ talk, said, from, at, none }: CuePlace, content: CueContent, kind: SpanKind): SensitiveSpan[] {
  if (content === 'titledName' && talk.isCased && !isOwnTitle(said, from)) return [];
  const name = nameAt(talk, said, at, none);
  if (name === null || !isPlausible({ talk, said, from }, name, content)) return [];
  const spans = spansOfWords(name.words, kind);
  return content === 'knownName' ? spans : [...spans, ...spellingAfter(talk, said, name, kind)];
}

/** Not "meine Frau Mutter": with a possessive, the word is no title. */
const POSSESSIVES = new Set('meine meiner deine seine ihre eine die der einer my a the'.split(' '));
const isOwnTitle = (said: readonly SaidWord[], from: number) =>
  isCapital(said[from]!) && !POSSESSIVES.has(said[from - 1]?.text ?? '');

/** Words after which one capitalised word is a name: "This is Miller from accounts". */
const ORIGINS = new Set('from with at calling speaking von vom aus'.split(' '));

/** Words before "this is" among which a greeting shows that a name follows, and "spricht". */
const MAX_GREETING = 3;
const GREETINGS = new Set(
  'hello hi hey morning afternoon evening tag morgen abend hallo moin servus spricht'.split(' '),
);
const isGreeting = ({ text }: SaidWord) => GREETINGS.has(text);

function isPlausible(
  { talk, said, from: at }: Pick<CuePlace, 'talk' | 'said' | 'from'>,
  { words, next }: NameAt,
  content: CueContent,
): boolean {
  if (content === 'titledName' && !talk.isCased && said[at]?.text === 'miss') return isKnownName(talk, words[0]!);
  if (content === 'name' || content === 'titledName' || isKnownName(talk, words[0]!)) return true;
  if (content === 'knownName') return false;
  const isIntroduced =
    ORIGINS.has(said[next]?.text ?? '') || said.slice(Math.max(0, at - MAX_GREETING), at + 2).some(isGreeting);
  return talk.isCased ? words.length > 1 || isIntroduced : words.length > 1 && isIntroduced;
}

/** Letters that spell the name: "Miller, that is M I L L E R". */
function spellingAfter(talk: Talk, said: readonly SaidWord[], { next }: NameAt, kind: SpanKind): SensitiveSpan[] {
  const zone = placesOf(said.slice(next, next + MAX_SPELLING_DISTANCE));
  return talk.numbers
    .in(zone)
    .flatMap(({ places, symbols }) =>
      /[A-Z].*[A-Z].*[A-Z]/.test(symbols) ? spansAt(places, kind, symbols.toLowerCase()) : [],
    );
}

function datesAt({ talk, said, from, at }: CuePlace, isEitherSide: boolean, kind: SpanKind): SensitiveSpan[] {
  const behind = placesOf(said.slice(at, at + (isEitherSide ? MAX_DATE_GAP : MAX_GAP + 1)));
  const before = isEitherSide ? placesOf(said.slice(Math.max(0, from - MAX_DATE_GAP), from)) : [];
  const [date] = talk.dates.in([...behind, ...before]);
  if (date) return spansAt(date.places, kind, JSON.stringify(date.readings[0]));
  const number = talk.numbers.in(behind).find(({ symbols, isQuantity }) => /^\d{4,8}$/.test(symbols) && !isQuantity);
  return number ? spansAt(number.places, kind, number.symbols) : [];
}

function numberAfter({ talk, said, at }: CuePlace, min: number, isExpiry: boolean, kind: SpanKind): SensitiveSpan[] {
  const zone = placesOf(said.slice(at, at + MAX_GAP + 1));
  const [date] = isExpiry ? talk.dates.in(zone) : [];
  if (date) return spansAt(date.places, kind, JSON.stringify(date.readings[0]));
  const number = talk.numbers.in(zone).find((stretch) => stretch.symbols.length >= min && !stretch.isQuantity);
  return number ? spansAt(number.places, kind, number.symbols) : [];
}

function secretAfter({ talk, said, at, none }: CuePlace, kind: SpanKind): SensitiveSpan[] {
  const first = said[at];
  if (!first) return [];
  const number = talk.numbers.in(placesOf([first]))[0];
  if (number && number.symbols.length >= 3) return spansAt(number.places, kind, number.symbols);
  if (none.stopWords.has(first.text) && !(number && isContent(talk, said[at + 1], none))) return [];
  let end = at + 1;
  while (end < at + MAX_SECRET_WORDS && said[end] && !said[end]!.startsSentence && isContent(talk, said[end], none))
    end += 1;
  return spansOfWords(said.slice(at, endOfSpelling(talk, said, end)), kind);
}

/** Words between the parts of what is spelled: "sunflower with a capital s". */
const MAX_WORDS_TO_SPELLED = 4;
const MAX_SPELLED_WORDS = 24;
const ARTICLES = new Set(['a', 'i']);

/** Index after the last letter, digit or sign that belongs to a secret which is spelled: "r i v e r s one two three". */
function endOfSpelling(talk: Talk, said: readonly SaidWord[], from: number): number {
  const { spelling } = cueBookOf(talk.language);
  let end = from;
  for (let at = from; at < from + MAX_SPELLED_WORDS && at - end <= MAX_WORDS_TO_SPELLED; at += 1) {
    const word = said[at];
    if (word === undefined || word.startsSentence) break;
    const isSpelled =
      (/^[\p{L}\p{N}]$/u.test(word.text) && !ARTICLES.has(word.text)) ||
      spelling.has(word.text) ||
      talk.numbers.in(placesOf([word])).some(isRead);
    if (isSpelled) end = at + 1;
  }
  return end;
}

function isContent(talk: Talk, word: SaidWord | undefined, { stopWords }: NoNames): boolean {
  return word !== undefined && (!stopWords.has(word.text) || talk.numbers.in(placesOf([word])).some(isRead));
}

const isRead = ({ isQuantity }: NumberStretch) => !isQuantity;

/** Spans that have their cue in themselves: e-mail addresses, streets with a number. */
function withoutCues(talk: Talk, { words }: Turn, wanted: ReadonlySet<RedactionType>): SensitiveSpan[] {
  const { words: none } = cueBookOf(talk.language);
  const kind = { basis: 'pattern', confidence: 0.9 } as const;
  const spans: SensitiveSpan[] = [];
  if (wanted.has('email')) {
    for (const { places, content } of emailsIn(talk, words, none.stopWords))
      spans.push(...spansAt(places, { ...kind, type: 'email' }, content));
  }
  if (wanted.has('postal_address')) {
    for (const { places, words: all } of addressesIn(talk, words, none))
      spans.push(...spansAt(places, { ...kind, type: 'postal_address' }, contentOf(all)));
  }
  return spans;
}
