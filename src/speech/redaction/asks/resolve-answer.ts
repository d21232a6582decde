// Decides what to mask in an answer: the parts that can be read, or the whole answer if none can. Pure.
// cspell:ignore Urlaub
import { type RedactionType, TYPE_ROWS } from '../../../ports/redaction.js';
import { cueBookOf } from '../cues/cue-book.js';
import type { SensitiveSpan } from '../sensitive-span.js';
import { addressAfter, addressesIn } from '../talk/addresses.js';
import { emailsIn } from '../talk/emails.js';
import { nameAt } from '../talk/names.js';
import { spansAt, spansOfWords } from '../talk/span-of.js';
import { contentOf, placesOf, type SaidWord, sentencesOf, type Talk, type Turn } from '../talk/talk.js';
import { answeringSentences, answerWords, beginsStreet, isSaidNumber } from './answer-words.js';
import type { AskBook } from './ask-book.js';
import { isRare } from './learnt/learnt-file.js';
import { isNumeric, numericSpans } from './numeric-spans.js';

export interface Answer {
  readonly talk: Talk;
  readonly book: AskBook;
  /** Types that were asked for, in order; never empty. */
  readonly types: readonly RedactionType[];
  readonly turns: readonly Turn[];
  /** True when an answer in which nothing can be read is masked as a whole. */
  readonly mayBeUnread: boolean;
}

/** Confidence of content that was read as the type that was asked for. */
export const READ = 0.95;
/** Confidence of the whole answer. */
const UNREAD = 0.6;
/** Maximum length of an answer in which no name can be read; a longer one is no name. */
const MAX_NAME_ANSWER_WORDS = 5;
/** Rare words in a row that are a name in a longer answer. */
const MIN_NAME_RUN = 2;

/** Symbols from which a number is a secret that was asked for. */
const MIN_SECRET = 4;

export function isReadable(talk: Talk, book: AskBook, type: RedactionType, words: readonly SaidWord[]): boolean {
  if (isNumeric(type)) return numericSpans({ talk, book }, [type], words).isWhole;
  if (TYPE_ROWS[type].answer === 'secret') {
    return talk.numbers
      .in(placesOf(words))
      .some(({ symbols, isQuantity }) => symbols.length >= MIN_SECRET && !isQuantity);
  }
  return (
    TYPE_ROWS[type].answer === 'email' && emailsIn(talk, words, cueBookOf(talk.language).words.stopWords).length > 0
  );
}

export function resolveAnswer(answer: Answer): SensitiveSpan[] {
  const { types, turns } = answer;
  const words = turns.flatMap((turn) => turn.words);
  const numeric = types.filter(isNumeric);
  const spans: SensitiveSpan[] = [];
  const missing: RedactionType[] = [];
  if (numeric.length > 0) {
    const found = numericSpans(answer, numeric, words);
    spans.push(...found.spans.map((span) => ({ ...span, confidence: READ })));
    missing.push(...found.missing);
  }
  for (const type of types) {
    if (isNumeric(type)) continue;
    const found = readWords(answer, type, words);
    if (found.length === 0) missing.push(type);
    spans.push(...found, ...(answer.mayBeUnread ? piecesOf(answer, type) : []));
  }
  const [unread] = missing;
  return unread === undefined || !answer.mayBeUnread ? spans : [...spans, ...unreadSpans(answer, unread, spans)];
}

function readWords({ talk, book, turns }: Answer, type: RedactionType, words: readonly SaidWord[]): SensitiveSpan[] {
  const { words: none } = cueBookOf(talk.language);
  const kind = { type, basis: 'asked_for', confidence: READ } as const;
  const { answer } = TYPE_ROWS[type];
  switch (answer) {
    case 'email':
      return emailsIn(talk, answerWords(talk, book, words, 'start'), none.stopWords, true).flatMap(
        ({ places, content }) => spansAt(places, kind, content),
      );
    case 'name':
      return nameSpans(talk, book, words, kind);
    case 'address': {
      const said = answerWords(talk, book, words, 'start', true);
      const address = addressAfter(talk, said, none) ?? addressesIn(talk, words, none, true)[0];
      if (address === undefined) return [];
      const isLed = beginsStreet(talk, book, said, 0) && said.indexOf(address.words[0]!) <= MAX_STREET_LEAD;
      const whole = toEndOfAnswer(talk, book, words, isLed ? [said[0]!, ...address.words] : address.words);
      return spansAt(placesOf(whole), kind, contentOf(whole));
    }
    case 'secret':
      return turns.flatMap((turn) => [
        ...secretSpans(talk, book, answeringSentences(talk, book, turn.words).flat(), kind),
        ...turn.words.filter(isMixed).flatMap((word) => spansOfWords([word], kind)),
      ]);
    case 'number':
    case 'month':
    case 'date':
      return [];
    default:
      return answer satisfies never;
  }
}

/** Words of an address, with the town and all else that stands behind its street in the sentences that go on with it. */
function toEndOfAnswer(
  talk: Talk,
  book: AskBook,
  words: readonly SaidWord[],
  address: readonly SaidWord[],
): SaidWord[] {
  const at = words.indexOf(address[0]!);
  const behind = words.slice(words.indexOf(address.at(-1)!) + 1);
  const sentence = sentencesOf(behind).findIndex(
    (each) => each[0]!.startsSentence && !each.some((word) => isSaidNumber(talk, word)) && each.length > MAX_TOWN_WORDS,
  );
  const open = sentence < 0 ? behind : sentencesOf(behind).slice(0, sentence).flat();
  const cut = book.cuts.find(open)[0]?.from ?? open.length;
  const rest = open.slice(0, Math.max(cut, endOfPostcode(talk, open.slice(0, cut + MAX_WORDS_TO_POSTCODE))));
  rest.splice(MAX_ADDRESS_REST);
  while (rest.length > 0 && isIdle(book, rest.at(-1)!) && !isSaidNumber(talk, rest.at(-1)!)) rest.pop();
  return [...words.slice(at, words.indexOf(address.at(-1)!) + 1), ...rest];
}

/** Index behind a postcode; 0 without one: "and it's b s seven nine r t". */
function endOfPostcode(talk: Talk, words: readonly SaidWord[]): number {
  const codes = talk.numbers.in(placesOf(words)).filter(({ symbols }) => POSTCODE.test(symbols));
  return (
    1 +
    words.findLastIndex(({ segment, start, end }) =>
      codes.some(({ places }) =>
        places.some(({ segmentId, from, to }) => segmentId === segment.id && from < end && to > start),
      ),
    )
  );
}

const POSTCODE = /^(?:\d{5}|[A-Z]{1,2}\d[A-Z\d]?\d[A-Z]{2})$/;
const MAX_WORDS_TO_POSTCODE = 16;
/** Words of a sentence that may be the name of a town. */
const MAX_TOWN_WORDS = 3;
/** Words from a preposition to the street that it belongs to. */
const MAX_STREET_LEAD = 3;
/** Maximum number of words behind the street of an address. */
const MAX_ADDRESS_REST = 25;
const isIdle = ({ interjections }: AskBook, { text }: SaidWord) => interjections.has(text);

/** True for "Urlaub2020". */
const isMixed = ({ text }: SaidWord) => /\p{L}\d|\d\p{L}\p{L}/u.test(text);

/** Maximum number of words in a turn that is part of an answer with interjections. */
const MAX_PIECE_WORDS = 6;

/** Answer in several turns: "Emma." - "Mhm." - "Whitfield.". */
function piecesOf({ talk, book, turns }: Answer, type: RedactionType): SensitiveSpan[] {
  if (turns.length < 2 || TYPE_ROWS[type].answer === 'secret') return [];
  return turns.flatMap(({ words }) => {
    const said = answerWords(talk, book, answeringSentences(talk, book, words).flat(), 'both');
    const isPiece = said.length > 0 && said.length <= MAX_PIECE_WORDS;
    return isPiece ? spansOfWords(said, { type, basis: 'asked_for', confidence: UNREAD }) : [];
  });
}

type Kind = Pick<SensitiveSpan, 'type' | 'basis' | 'confidence'>;

function nameSpans(talk: Talk, book: AskBook, words: readonly SaidWord[], kind: Kind): SensitiveSpan[] {
  const { words: none } = cueBookOf(talk.language);
  const spelled = talk.numbers
    .in(placesOf(words))
    .filter(({ symbols }) => /[A-Z].*[A-Z]/.test(symbols))
    .flatMap(({ places, symbols }) => spansAt(places, kind, symbols.toLowerCase()));
  for (const sentence of sentencesOf(words)) {
    const said = answerWords(talk, book, sentence, 'start');
    const kin = said.slice(0, MAX_WORDS_TO_KIN).findIndex(({ text }) => book.kin.has(text.replace(/['’]s$/, '')));
    let at = kin + 1;
    while (kin >= 0 && book.named.has(said[at]?.text ?? '')) at += 1;
    const name = nameAt(talk, said, at, none);
    if (name) {
      const corrected = correctionAfter(talk, said, name.next);
      return [
        ...spansOfWords(withRare(talk, sentence, name.words), kind),
        ...(corrected ? spansOfWords(corrected, kind) : []),
        ...spelled,
      ];
    }
  }
  return spelled;
}

/** Rare words in a row in an answer that is longer than a name: "Probably the second one, Imogen Tallis." */
function rareWords(talk: Talk, words: readonly SaidWord[]): SaidWord[][] {
  const runs: SaidWord[][] = [];
  let isOpen = false;
  for (const word of words) {
    const isOfName = isRare(talk.language, word.text) && !isSaidNumber(talk, word);
    if (isOfName && isOpen) runs.at(-1)!.push(word);
    else if (isOfName) runs.push([word]);
    isOpen = isOfName;
  }
  return runs.filter(({ length }) => length >= MIN_NAME_RUN && length <= MAX_NAME_ANSWER_WORDS);
}

/** A name, and the rare words that stand beside it: more of it, which was not read as such. */
function withRare(talk: Talk, sentence: readonly SaidWord[], name: readonly SaidWord[]): SaidWord[] {
  const isMore = (word: SaidWord | undefined) =>
    word !== undefined && /^[\p{L}'’-]+$/u.test(word.text) && isRare(talk.language, word.text);
  let [from, to] = [sentence.indexOf(name[0]!), sentence.indexOf(name.at(-1)!) + 1];
  while (isMore(sentence[from - 1])) from -= 1;
  while (isMore(sentence[to])) to += 1;
  return sentence.slice(from, to);
}

/** Words up to the relative who is named: "That's my wife, Imogen Tallis." */
const MAX_WORDS_TO_KIN = 4;

const CORRECTIONS = new Set(
  'i mean sorry no rather wait actually ich meine nein entschuldigung quatsch vielmehr'.split(' '),
);

/** "Linndemann, I mean Lindemann". */
function correctionAfter(talk: Talk, said: readonly SaidWord[], next: number): SaidWord[] | null {
  let at = next;
  while (at < next + 3 && CORRECTIONS.has(said[at]?.text ?? '')) at += 1;
  return at === next ? null : (nameAt(talk, said, at, cueBookOf(talk.language).words)?.words ?? null);
}

/** The number alone if there is one, else the words of the answer. */
function secretSpans(talk: Talk, book: AskBook, words: readonly SaidWord[], kind: Kind): SensitiveSpan[] {
  const said = answerWords(talk, book, words, 'both');
  const numbers = talk.numbers
    .in(placesOf(said))
    .filter(({ symbols, isQuantity }) => symbols.length >= 3 && !isQuantity);
  const places = numbers.flatMap((number) => number.places);
  const isNumberOnly =
    numbers.length > 0 &&
    said.every(
      ({ text, segment, start, end }) =>
        book.leadIns.has(text) ||
        book.interjections.has(text) ||
        places.some(({ segmentId, from, to }) => segmentId === segment.id && from < end && to > start),
    );
  if (isNumberOnly) return spansAt(places, kind, numbers.map(({ symbols }) => symbols).join(''));
  return said.length === 0 ? [] : spansOfWords(said, kind);
}

/** Words with which the next part of an address begins, where it is given in parts. */
const EMAIL_PARTS = new Set('at dot punkt minus dash underscore unterstrich bindestrich'.split(' '));

/** The whole answer, turn by turn, without turns that answer nothing and without words that are masked already. */
function unreadSpans(
  { talk, book, types, turns }: Answer,
  type: RedactionType,
  known: readonly SensitiveSpan[],
): SensitiveSpan[] {
  const kind = { type, basis: 'asked_for', confidence: UNREAD } as const;
  const isKnown = ({ segment, start, end }: SaidWord) =>
    known.some(({ segmentId, from, to }) => segmentId === segment.id && from < end && to > start);
  return turns.flatMap(({ words }) => {
    const sentences = answeringSentences(talk, book, words);
    const said = isNumeric(type)
      ? sentences.flatMap((sentence) => (sentence.some(isKnown) && known.length > 1 ? [] : sentence))
      : sentences.flat().filter((word) => !isKnown(word));
    const trimmed =
      types.some((each) => TYPE_ROWS[each].answer === 'email') && EMAIL_PARTS.has(said[0]?.text ?? '')
        ? said
        : answerWords(talk, book, said, 'both', TYPE_ROWS[type].answer === 'address');
    if (trimmed.length === 0) return [];
    if (TYPE_ROWS[type].answer === 'name') {
      if (known.length > 0) return [];
      if (trimmed.length > MAX_NAME_ANSWER_WORDS)
        return rareWords(talk, trimmed).flatMap((run) => spansOfWords(run, kind));
    }
    return spansOfWords(trimmed, kind);
  });
}
