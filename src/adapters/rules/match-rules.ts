// Finds every place of a call where a rule matches.
import type { WordSpan } from './phrase-pattern.js';
import type { Rule, RuleBook } from './rule-book.js';
import { quotesOf, type SpokenWord, type Turn } from './spoken-words.js';

// How far around a match the patterns of `unless` are looked for.
const UNLESS_WORDS_BEFORE = 4;
const UNLESS_WORDS_AFTER = 3;
/** Turns of a speaker that count as the opening, and as the closing, of the call. */
const TURNS_AT_EACH_END = 2;

export interface RuleMatch {
  readonly rule: Rule;
  /** Index of the turn in the call. */
  readonly turn: number;
  readonly match: 'exact' | 'fuzzy';
  /** 0 to 1: the confidence of the rule, reduced for a merely similar phrase and for words that were heard poorly. */
  readonly confidence: number;
  readonly quotes: readonly { segmentId: number; quote: string }[];
}

/** Returns every match of every rule, in the order of the call. */
export function matchRules(book: RuleBook, turns: readonly Turn[]): RuleMatch[] {
  const numbered = turns.map((turn, index) => ({ ...turn, index }));
  return book.rules
    .flatMap((rule) => {
      const own = numbered.filter(({ speaker }) => speaker === rule.speaker);
      const heard =
        rule.within === 'opening'
          ? own.slice(0, TURNS_AT_EACH_END)
          : rule.within === 'closing'
            ? own.slice(-TURNS_AT_EACH_END)
            : own;
      return heard.flatMap((turn) => matchesInTurn(book, rule, turn));
    })
    .sort((a, b) => a.turn - b.turn);
}

function matchesInTurn(book: RuleBook, rule: Rule, turn: Turn & { index: number }): RuleMatch[] {
  const exact = rule.patterns
    .flatMap((pattern) => pattern.find(turn.words))
    .filter((span) => !isCancelled(rule, turn.words, span))
    .map((span) => matchOf(rule, turn, span, 'exact', 1));
  if (exact.length > 0) return withoutContained(exact);
  return rule.fuzzy.flatMap((phrase) => {
    const found = phrase.find(turn.words, book.negations);
    return found && !isCancelled(rule, turn.words, found)
      ? [matchOf(rule, turn, found, 'fuzzy', found.similarity)]
      : [];
  });
}

function isCancelled(rule: Rule, words: readonly SpokenWord[], { from, to }: WordSpan): boolean {
  if (rule.unless.length === 0) return false;
  let start = from;
  while (start > Math.max(0, from - UNLESS_WORDS_BEFORE) && !words[start]?.startsSentence) start -= 1;
  let end = to;
  while (end < Math.min(words.length, to + UNLESS_WORDS_AFTER) && !words[end]?.startsSentence) end += 1;
  const around = words.slice(start, end);
  return rule.unless.some((pattern) => pattern.find(around).length > 0);
}

function matchOf(
  rule: Rule,
  turn: Turn & { index: number },
  { from, to }: WordSpan,
  match: 'exact' | 'fuzzy',
  similarity: number,
): RuleMatch {
  const words = turn.words.slice(from, to);
  const heard = words.map(({ segment }) => segment.confidence ?? 1);
  const clarity = heard.reduce((sum, confidence) => sum + confidence, 0) / Math.max(1, heard.length);
  return {
    rule,
    turn: turn.index,
    match,
    confidence: rule.confidence * similarity * (0.5 + 0.5 * clarity),
    quotes: quotesOf(words),
  };
}

/** Several patterns of a rule often match the same words: of matches within one another, only the longest is kept. */
function withoutContained(matches: readonly RuleMatch[]): RuleMatch[] {
  const kept: RuleMatch[] = [];
  const length = ({ quotes }: RuleMatch) => quotes.reduce((sum, { quote }) => sum + quote.length, 0);
  for (const match of [...matches].sort((a, b) => length(b) - length(a))) {
    const isContained = kept.some((longer) =>
      match.quotes.every(({ segmentId, quote }) =>
        longer.quotes.some((other) => other.segmentId === segmentId && other.quote.includes(quote)),
      ),
    );
    if (!isContained) kept.push(match);
  }
  return kept;
}
