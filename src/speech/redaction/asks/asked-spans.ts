// Finds the answers to questions for sensitive data. Pure.
//
// An answer ends with the next real turn of the asking party, and after 30 seconds at most. If the other party asks back,
// refuses, or fetches something, the question stays open for a few more turns.
import type { RedactionType, WantedRedaction } from '../../../ports/redaction.js';
import type { SensitiveSpan } from '../sensitive-span.js';
import { standing } from '../talk/rule-shapes.js';
import { placesOf, type SaidWord, type Talk, type Turn } from '../talk/talk.js';
import { isInterjection, isNoAnswer, isRefusal } from './answer-words.js';
import { type AskBook, askBookOf } from './ask-book.js';
import { echoSpans } from './echo-spans.js';
import { standingSpans } from './learnt/idle-answers.js';
import { learntAsks } from './learnt/learnt-asks.js';
import type { Asked } from './learnt/request-model.js';
import { OF_CARDS } from './matter.js';
import { cardIn, matterSpans } from './matter-spans.js';
import { isReadable, resolveAnswer } from './resolve-answer.js';
import { secretWordSpans } from './secret-words.js';
import { typedSecretSpans } from './typed-secrets.js';

const MAX_ANSWER_MS = 30_000;
/** Maximum number of further turns of the asking party for which a question without an answer stays open. */
const MAX_DEFERRALS = 3;
const MAX_OPEN_MS = 90_000;
/** Sentences within which an answer begins, where the parties cannot be told apart. */
const MAX_SENTENCES_AHEAD = 4;
const MAX_INTERJECTION_WORDS = 8;

interface Ask {
  readonly type: RedactionType;
  /** Index after its last word, in its turn. */
  readonly to: number;
  readonly needsCard: boolean;
}

interface OpenAsk {
  readonly types: readonly RedactionType[];
  readonly askedMs: number;
  /** Turns of the other party since. */
  zone: Turn[];
  deferrals: number;
  /** False after an answer or a refusal: then only readable content counts. */
  isFresh: boolean;
  /** True when something was masked. */
  isAnswered: boolean;
}

/** @param requests shares of what each turn may ask for */
export function askedSpans(
  talk: Talk,
  { types }: Pick<WantedRedaction, 'types'>,
  requests: readonly (Asked | null)[],
): SensitiveSpan[] {
  const book = askBookOf(talk.language);
  const wanted = new Set<RedactionType>(types);
  const every = talk.turns.map((turn) => asksIn(turn, book));
  const isOfCards = speaksOfCards(talk, book, every.flat());
  const asked = every.map((asks) => asks.filter(({ needsCard }) => isOfCards || !needsCard));
  const hasParties = talk.turns.some(({ party }) => party !== null);
  if (!hasParties) {
    const own = asked.map((asks) => asks.filter(({ type }) => wanted.has(type)));
    return [...inOneStream(talk, book, own), ...typedSecretSpans(talk, book, wanted)];
  }
  const askedTypes = asked.map((asks) => asks.map(({ type }) => type));
  const spans = [
    ...betweenParties(talk, book, withLearnt(talk, book, asked, requests, wanted), wanted),
    ...matterSpans(talk, book, askedTypes, isOfCards, wanted),
    ...secretWordSpans(talk, book, wanted),
    ...typedSecretSpans(talk, book, wanted),
  ];
  return standingSpans(talk, requests, spans);
}

/** Asks in order; of two matches that end with the same word, the one that stands first in the file. */
function asksIn({ words }: Turn, { asks }: AskBook): Ask[] {
  const found = new Map<number, Ask & { readonly order: number }>();
  for (const { owner, to } of standing(words, asks.find(words), ({ type }) => type)) {
    const known = found.get(to);
    if (known === undefined || owner.order < known.order) found.set(to, { ...owner, to });
  }
  return [...found.values()].sort((a, b) => a.to - b.to);
}

/** Asks of patterns, and in turns without any that is wanted, what the learnt weights say: the street of a security question. */
function withLearnt(
  talk: Talk,
  book: AskBook,
  asked: readonly (readonly Ask[])[],
  requests: readonly (Asked | null)[],
  wanted: ReadonlySet<RedactionType>,
): (readonly Ask[])[] {
  const learnt = learntAsks(talk, book, requests, wanted);
  return asked.map((asks, index) => {
    const type = learnt[index] ?? null;
    if (type === null || asks.some((ask) => wanted.has(ask.type))) return asks;
    return [{ type, to: talk.turns[index]!.words.length, needsCard: false }];
  });
}

/** True where a card or a payment is spoken of anywhere in a call. */
function speaksOfCards(talk: Talk, book: AskBook, asks: readonly Ask[]): boolean {
  if (asks.some(({ type, needsCard }) => OF_CARDS.includes(type) && !needsCard)) return true;
  return talk.turns.some(
    (turn) =>
      book.hints.find(turn.words).some(({ owner }) => owner.type === 'card_number') || cardIn(talk, turn).length > 0,
  );
}

function betweenParties(
  talk: Talk,
  book: AskBook,
  asked: readonly (readonly Ask[])[],
  wanted: ReadonlySet<RedactionType>,
): SensitiveSpan[] {
  const spans: SensitiveSpan[] = [];
  const open = new Map<string | null, OpenAsk>();
  for (const [index, turn] of talk.turns.entries()) {
    const all = goesOn(book, open.get(turn.party), turn, asked[index] ?? []) ? [] : (asked[index] ?? []);
    const startMs = turn.words[0]?.segment.startMs ?? 0;
    for (const [party, ask] of open) {
      if (startMs - ask.askedMs > MAX_OPEN_MS) {
        spans.push(...close(talk, book, ask));
        open.delete(party);
      } else if (party !== turn.party) ask.zone.push(turn);
      else if (all.length > 0 || !staysOpen(talk, book, ask, turn, spans)) {
        if (all.length > 0) spans.push(...close(talk, book, ask));
        open.delete(party);
      }
    }
    const asks = all.filter(({ type }) => wanted.has(type));
    if (asks.length === 0) continue;
    const own = inOwnTurn(talk, book, turn, asks);
    spans.push(...own);
    open.set(turn.party, {
      types: [...new Set(asks.map(({ type }) => type))],
      askedMs: startMs,
      zone: [],
      deferrals: 0,
      isFresh: own.length === 0,
      isAnswered: own.length > 0,
    });
  }
  for (const ask of open.values()) spans.push(...close(talk, book, ask));
  return spans;
}

/** True for what asks for the same once more, and for nothing else: "Can you spell that?", "Please." after an answer. */
function goesOn(book: AskBook, ask: OpenAsk | undefined, { words }: Turn, asks: readonly Ask[]): boolean {
  if (ask === undefined || asks.length === 0) return false;
  if (isInterjection(book, words)) return true;
  const isOfName = !ask.types.includes('person_name') && asks.every(({ type }) => type === 'person_name');
  return isOfName && book.repeats.find(words).length > 0;
}

/**
 * Handles a turn of the asking party that asks for nothing else: masks the answer before it. @returns whether the question stays
 * open
 */
function staysOpen(talk: Talk, book: AskBook, ask: OpenAsk, turn: Turn, spans: SensitiveSpan[]): boolean {
  const isShort = turn.words.length <= MAX_INTERJECTION_WORDS && isInterjection(book, turn.words);
  if (isShort && !isRefused(book, ask)) return true;
  const answer = close(talk, book, ask);
  spans.push(...answer);
  const isRefusedNow = isRefused(book, ask);
  ask.isAnswered ||= answer.length > 0;
  const echo = echoSpans(talk, ask.types, answer, turn.words);
  spans.push(...echo);
  ask.zone = [];
  const isRepeated = !isShort && book.repeats.find(turn.words).length > 0;
  ask.isFresh = isRepeated || !(ask.isAnswered || isRefusedNow);
  if (isRepeated || echo.length > 0) return true;
  ask.deferrals += 1;
  return !ask.isAnswered && ask.deferrals <= MAX_DEFERRALS;
}

const isRefused = (book: AskBook, { zone }: OpenAsk) => zone.length > 0 && isRefusal(book, zone.at(-1)!.words);

function close(talk: Talk, book: AskBook, { zone, types, isFresh }: OpenAsk): SensitiveSpan[] {
  const turns = withinTime(zone);
  return turns.length === 0 ? [] : resolveAnswer({ talk, book, types, turns, mayBeUnread: isFresh });
}

/** Turns within 30 seconds from the beginning of the answer. */
function withinTime(zone: readonly Turn[]): Turn[] {
  const endMs = (zone[0]?.words[0]?.segment.startMs ?? 0) + MAX_ANSWER_MS;
  return zone
    .map(({ party, words }) => ({ party, words: words.filter((word) => startOf(word) < endMs) }))
    .filter(({ words }) => words.length > 0);
}

/** Approximate time of a word: segments of some engines last for minutes. */
function startOf({ segment: { startMs, endMs, text }, start }: SaidWord): number {
  return startMs + ((endMs - startMs) * start) / Math.max(1, text.length);
}

/**
 * A number in the asking party's own words after the question: the voices were confused, or the party reads the number out
 * itself.
 */
function inOwnTurn(talk: Talk, book: AskBook, turn: Turn, asks: readonly Ask[]): SensitiveSpan[] {
  return asks.flatMap(({ type, to }, index) => {
    const words = turn.words.slice(to, asks[index + 1]?.to ?? turn.words.length);
    if (!isReadable(talk, book, type, words)) return [];
    return resolveAnswer({ talk, book, types: [type], turns: [{ ...turn, words }], mayBeUnread: false });
  });
}

/**
 * Finds answers when each turn is a sentence of an unknown party. The answer follows the question: the first sentences with a
 * suitable number, else the first sentence that can be an answer at all.
 */
function inOneStream(talk: Talk, book: AskBook, asked: readonly (readonly Ask[])[]): SensitiveSpan[] {
  const spans: SensitiveSpan[] = [];
  for (const [index, asks] of asked.entries()) {
    const turn = talk.turns[index]!;
    const last = asks.at(-1);
    if (last === undefined) continue;
    const types = [...new Set(asks.map(({ type }) => type))];
    const rest = { ...turn, words: turn.words.slice(last.to) };
    const answer = sentencesAfter(talk, book, asked, index, types, rest);
    if (answer.length > 0) spans.push(...resolveAnswer({ talk, book, types, turns: answer, mayBeUnread: true }));
  }
  return spans;
}

function sentencesAfter(
  talk: Talk,
  book: AskBook,
  asked: readonly (readonly Ask[])[],
  index: number,
  types: readonly RedactionType[],
  rest: Turn,
): Turn[] {
  const reads = (turn: Turn) => types.some((type) => isReadable(talk, book, type, turn.words));
  if (reads(rest)) return [rest];
  const askedMs = startOf(rest.words[0] ?? talk.turns[index]!.words[0]!);
  const ahead: Turn[] = [];
  for (let at = index + 1; at < talk.turns.length && ahead.length < MAX_SENTENCES_AHEAD; at += 1) {
    const turn = talk.turns[at]!;
    if (startOf(turn.words[0]!) - askedMs > MAX_ANSWER_MS) break;
    const asksAgain = asked[at]!.some(({ type }) => types.includes(type));
    if (asked[at]!.length > 0 && !asksAgain) break;
    if (asksAgain && !reads(turn)) break;
    if (!isInterjection(book, turn.words)) ahead.push(turn);
  }
  const first = ahead.findIndex(reads);
  if (first >= 0) {
    const behind = ahead.slice(first);
    const end = behind.findIndex((turn) => talk.numbers.in(placesOf(turn.words)).length === 0 && !reads(turn));
    return end < 0 ? behind : behind.slice(0, end);
  }
  const own = talk.turns[index]!.words[0]!.segment;
  const candidate = ahead.find(({ words }) => words[0]!.segment !== own && !isNoAnswer(book, words));
  return candidate ? [candidate] : [];
}
