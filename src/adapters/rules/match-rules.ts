import type { WordSpan } from './phrase-pattern.js';
import type { Rule, RuleBook } from './rule-book.js';
import { quotesOf, type SpokenWord, type Turn } from './spoken-words.js';

const WORDS_BEFORE = 4;
const WORDS_AFTER = 3;
const TURNS_AT_AN_END = 2;

/** One place where a rule fires. */
export interface RuleMatch {
  readonly rule: Rule;
  /** Position of the turn in the call: later is later. */
  readonly turn: number;
  readonly match: 'exact' | 'fuzzy';
  /** 0 to 1: the rule's own, less where it is only like the phrase, less where the words were heard poorly. */
  readonly confidence: number;
  readonly quotes: readonly { segmentId: number; quote: string }[];
}

/** Every match of every rule, in the order of the call. */
export function matchRules(book: RuleBook, turns: readonly Turn[]): RuleMatch[] {
  const numbered = turns.map((turn, index) => ({ ...turn, index }));
  return book.rules
    .flatMap((rule) => {
      const own = numbered.filter(({ speaker }) => speaker === rule.speaker);
      const heard =
        rule.within === 'opening'
          ? own.slice(0, TURNS_AT_AN_END)
          : rule.within === 'closing'
            ? own.slice(-TURNS_AT_AN_END)
            : own;
      return heard.flatMap((turn) => matchesInTurn(book, rule, turn));
    })
    .sort((a, b) => a.turn - b.turn);
}

function matchesInTurn(book: RuleBook, rule: Rule, turn: Turn & { index: number }): RuleMatch[] {
  const exact = rule.patterns
    .flatMap((pattern) => pattern.find(turn.words))
    .filter((span) => !isUndone(rule, turn.words, span))
    .map((span) => matchOf(rule, turn, span, 'exact', 1));
  if (exact.length > 0) return withoutRepeats(exact);
  return rule.fuzzy.flatMap((phrase) => {
    const found = phrase.find(turn.words, book.negations);
    return found && !isUndone(rule, turn.words, found) ? [matchOf(rule, turn, found, 'fuzzy', found.likeness)] : [];
  });
}

function isUndone(rule: Rule, words: readonly SpokenWord[], { from, to }: WordSpan): boolean {
  if (rule.unless.length === 0) return false;
  let start = from;
  while (start > Math.max(0, from - WORDS_BEFORE) && !words[start]?.startsSentence) start -= 1;
  let end = to;
  while (end < Math.min(words.length, to + WORDS_AFTER) && !words[end]?.startsSentence) end += 1;
  const around = words.slice(start, end);
  return rule.unless.some((pattern) => pattern.find(around).length > 0);
}

function matchOf(
  rule: Rule,
  turn: Turn & { index: number },
  { from, to }: WordSpan,
  match: 'exact' | 'fuzzy',
  likeness: number,
): RuleMatch {
  const words = turn.words.slice(from, to);
  const heard = words.map(({ segment }) => segment.confidence ?? 1);
  const clarity = heard.reduce((sum, confidence) => sum + confidence, 0) / Math.max(1, heard.length);
  return {
    rule,
    turn: turn.index,
    match,
    confidence: rule.confidence * likeness * (0.5 + 0.5 * clarity),
    quotes: quotesOf(words),
  };
}

/** Patterns of one rule often find the same words: the longest quotation of a place stays. */
function withoutRepeats(matches: readonly RuleMatch[]): RuleMatch[] {
  const kept: RuleMatch[] = [];
  const length = ({ quotes }: RuleMatch) => quotes.reduce((sum, { quote }) => sum + quote.length, 0);
  for (const match of [...matches].sort((a, b) => length(b) - length(a))) {
    const repeats = kept.some((longer) =>
      match.quotes.every(({ segmentId, quote }) =>
        longer.quotes.some((other) => other.segmentId === segmentId && other.quote.includes(quote)),
      ),
    );
    if (!repeats) kept.push(match);
  }
  return kept;
}
