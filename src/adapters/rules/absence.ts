// Decides what a call lacks. The place in the call where it belongs must have been heard, and nothing that might be it.

import type { PhrasePattern } from '../../phrases/phrase-pattern.js';
import type { SpokenWord, Turn } from '../../phrases/spoken-words.js';
import type { ProposedQuote } from '../../ports/call-analyst.js';
import { jaroWinkler } from './jaro-winkler.js';
import { quoteAround, TURNS_AT_EACH_END } from './match-rules.js';
import type { MatchedCall } from './matched-call.js';
import type { RuleBook } from './rule-book.js';

/** Minimum similarity of a word that may be the misheard one. */
const MIN_SIMILARITY = 0.85;
/** Maximum number of words of a customer who speaks before the agent opens the call ("hello, is that the garage?"). */
const MAX_WORDS_BEFORE_OPENING = 8;
const MAX_QUOTED_WORDS = 12;

type Lacking = keyof RuleBook['absence'];

/** The agent's first words if they open the call; otherwise null. */
export function openingWords({ turns, agentIsFluent }: MatchedCall): ProposedQuote[] | null {
  const [first, second] = turns;
  if (!agentIsFluent) return null;
  const opening = first?.speaker === 'agent' ? first : isShort(first) && second?.speaker === 'agent' ? second : null;
  return opening ? [...quoteAround(opening.words, { from: 0, to: firstSentence(opening) })] : null;
}

function isShort(turn: Turn | undefined): boolean {
  return turn !== undefined && turn.words.length <= MAX_WORDS_BEFORE_OPENING;
}

function firstSentence({ words }: Turn): number {
  const end = words.findIndex(({ startsSentence }, index) => index > 0 && startsSentence);
  return Math.min(MAX_QUOTED_WORDS, end < 0 ? words.length : end);
}

/** True when no speaker says anything in the whole call that might be the missing thing, not even misheard. */
export function isLacking({ book, turns }: MatchedCall, what: Lacking): boolean {
  return !hasTrace(book, what, turns);
}

/** True when the agent's first turns have no trace of it. */
export function isLackingInOpening({ book, turns }: MatchedCall, what: Lacking): boolean {
  const own = turns.filter(({ speaker }) => speaker === 'agent').slice(0, TURNS_AT_EACH_END);
  return !hasTrace(book, what, own);
}

/** True when the agent's last turns have no trace of it. */
export function isLackingInClosing({ book, turns }: MatchedCall, what: Lacking): boolean {
  const own = turns.filter(({ speaker }) => speaker === 'agent').slice(-TURNS_AT_EACH_END);
  return !hasTrace(book, what, own);
}

function hasTrace({ absence }: RuleBook, what: Lacking, turns: readonly Turn[]): boolean {
  const { traces, unrelated, soundsLike, innocent } = absence[what];
  const related = turns.map(({ words }) => withoutPhrases(words, unrelated));
  if (related.some((words) => traces.some((pattern) => pattern.find(words).length > 0))) return true;
  const said = new Set(related.flatMap((words) => words.map(({ text }) => text)));
  return [...said].some(
    (text) => !innocent.includes(text) && soundsLike.some((word) => jaroWinkler(text, word) >= MIN_SIMILARITY),
  );
}

function withoutPhrases(words: readonly SpokenWord[], phrases: readonly PhrasePattern[]): readonly SpokenWord[] {
  const spans = phrases.flatMap((phrase) => phrase.find(words));
  return spans.length === 0 ? words : words.filter((_, at) => !spans.some(({ from, to }) => at >= from && at < to));
}

/** Quotation of the opposite that the agent said in the given turns; empty when there is none. */
export function oppositesOf(book: RuleBook, what: Lacking, turns: readonly Turn[]): ProposedQuote[] {
  for (const { words } of turns) {
    for (const pattern of book.absence[what].opposite) {
      const [span] = pattern.find(words);
      if (span) return [...quoteAround(words, span)];
    }
  }
  return [];
}
