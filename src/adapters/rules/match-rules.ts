// Finds every place of a call where a rule matches.
import type { PhrasePattern, WordSpan } from '../../phrases/phrase-pattern.js';
import { quotesOf, type SpokenWord, type Turn } from '../../phrases/spoken-words.js';
import type { Rule, RuleBook } from './rule-book.js';

// How far around a match the patterns of `unless` are looked for.
const UNLESS_WORDS_BEFORE = 6;
const UNLESS_WORDS_AFTER = 5;
// How far around a match, over the ends of sentences, the patterns of `unlessInTurn` are looked for.
const UNLESS_IN_TURN_WORDS = 12;
// How far from a match of `hinted` its hint may be: so many words, in its own turn or in so many turns before.
const HINT_WORDS = 30;
const HINT_TURNS = 4;
/** Turns of a speaker that count as the opening, and as the closing, of the call. */
export const TURNS_AT_EACH_END = 2;
/** A quotation of fewer letters proves nothing: "hi" is quoted with the words after it. */
const MIN_QUOTED_LETTERS = 4;

export interface RuleMatch {
  readonly rule: Rule;
  /** Index of the turn in the call, and of the first word in the turn. */
  readonly turn: number;
  readonly from: number;
  readonly to: number;
  /** True where no pattern of the rule matched, but what was learnt. */
  readonly isLearnt: boolean;
  /** 0 to 1: the confidence of the rule, reduced for what is merely similar or likely, and for words that were heard poorly. */
  readonly confidence: number;
  readonly quotes: readonly { segmentId: number; quote: string }[];
}

/** Returns every match of every rule, in the order of the call. */
export function matchRules(book: RuleBook, turns: readonly Turn[]): RuleMatch[] {
  const edges = edgesOf(turns);
  const fuzzyRules = book.rules.filter(({ fuzzy }) => fuzzy.length > 0);
  return turns.flatMap((turn, index) => {
    const { speaker } = turn;
    if (speaker !== 'agent' && speaker !== 'customer') return [];
    // Turns alternate: the next one is another speaker's.
    const answer = turns[index + 1] ?? null;
    const inPlace = (rule: Rule) => rule.within === null || edges[rule.within].has(index);
    const spans = new Map<Rule, WordSpan[]>();
    for (const { owner, from, to } of book.index[speaker].find(turn.words)) {
      if (!inPlace(owner.rule)) continue;
      const isOff =
        owner.needs === 'plain'
          ? isSupposed(book, turn.words, from) || isOfOther(owner.rule, turn.words, { from, to })
          : isCancelled(owner.rule, turn.words, { from, to });
      if (isOff || (owner.rule.category === 'violation' && isForbidden(book, turn.words, from))) continue;
      if (owner.needs === 'answer' && !isAnswered(owner.rule, answer)) continue;
      if (owner.needs === 'hint' && !isHinted(owner.rule, turns, index, { from, to })) continue;
      const found = spans.get(owner.rule);
      if (found) found.push({ from, to });
      else spans.set(owner.rule, [{ from, to }]);
    }
    const exact = [...spans].flatMap(([rule, found]) =>
      withoutContained(found).map((span) => spanMatch(rule, turn, index, span, 1)),
    );
    const fuzzy = fuzzyRules
      .filter((rule) => rule.speaker === speaker && !spans.has(rule) && inPlace(rule))
      .flatMap((rule) => fuzzyMatches(book, rule, turn, index));
    return [...exact, ...fuzzy].sort((a, b) => a.from - b.from);
  });
}

/** The indexes of the first turn, of the first turns and of the last turns of each speaker. */
function edgesOf(turns: readonly Turn[]): Readonly<Record<'first' | 'opening' | 'closing', ReadonlySet<number>>> {
  const first = new Set<number>();
  const opening = new Set<number>();
  const closing = new Set<number>();
  for (const speaker of new Set(turns.map((turn) => turn.speaker))) {
    const own = turns.flatMap((turn, index) => (turn.speaker === speaker ? [index] : []));
    for (const index of own.slice(0, 1)) first.add(index);
    for (const index of own.slice(0, TURNS_AT_EACH_END)) opening.add(index);
    for (const index of own.slice(-TURNS_AT_EACH_END)) closing.add(index);
  }
  return { first, opening, closing };
}

/** Words from "never" to "ask". */
const WORDS_TO_ASKING = 3;

/** True behind "we'd never ask you for": of a list of secrets each one is forbidden, not the first alone. */
function isForbidden({ negations, asking }: RuleBook, words: readonly SpokenWord[], from: number): boolean {
  for (let at = from; at >= 0; at -= 1) {
    if (asking.has(words[at]?.text ?? '')) {
      const before = words.slice(Math.max(0, at - WORDS_TO_ASKING), at);
      if (before.some(({ text }) => negations.has(text))) return true;
    }
    if (words[at]?.startsSentence) return false;
  }
  return false;
}

/** Words before a plain request that forbid it, or suppose that another one makes it. */
const WORDS_OF_SUPPOSITION = 4;
// cspell:disable-next-line
const SUPPOSING = new Set('if when anyone anybody someone somebody they wenn falls jemand keiner'.split(' '));

function isSupposed({ negations }: RuleBook, words: readonly SpokenWord[], from: number): boolean {
  let start = from;
  while (start > Math.max(0, from - WORDS_OF_SUPPOSITION) && !words[start]?.startsSentence) start -= 1;
  return words.slice(start, from).some(({ text }) => negations.has(text) || SUPPOSING.has(text));
}

function isAnswered(rule: Rule, answer: Turn | null): boolean {
  return answer !== null && isFoundIn(rule.answer, answer.words);
}

/** True where the words around a match name what it refers to: "Has the code come? Read it to me." */
function isHinted(rule: Rule, turns: readonly Turn[], index: number, { from, to }: WordSpan): boolean {
  const own = turns[index]?.words ?? [];
  const places = [own.slice(Math.max(0, from - HINT_WORDS), to + HINT_WORDS)];
  let left = HINT_WORDS - from;
  for (let turn = index - 1; left > 0 && turn >= index - HINT_TURNS && turn >= 0; turn -= 1) {
    const words = turns[turn]?.words ?? [];
    places.push(words.slice(-left));
    left -= words.length;
  }
  const isIn = (patterns: Rule['hints']) => places.some((words) => isFoundIn(patterns, words));
  return isIn(rule.hints) && !isIn(rule.unlessInTurn);
}

function isFoundIn(patterns: readonly PhrasePattern[], words: readonly SpokenWord[]): boolean {
  return patterns.some((pattern) => pattern.find(words).length > 0);
}

function fuzzyMatches(book: RuleBook, rule: Rule, turn: Turn, index: number): RuleMatch[] {
  return rule.fuzzy.flatMap((phrase) => {
    const found = phrase.find(turn.words, book.negations);
    return found && !isCancelled(rule, turn.words, found)
      ? [spanMatch(rule, turn, index, found, found.similarity)]
      : [];
  });
}

function isOfOther({ unlessInTurn }: Rule, words: readonly SpokenWord[], { from, to }: WordSpan): boolean {
  return isFoundIn(unlessInTurn, words.slice(Math.max(0, from - UNLESS_IN_TURN_WORDS), to + UNLESS_IN_TURN_WORDS));
}

/** True where what the rule is not for stands in or near the words. */
export function isCancelled(rule: Rule, words: readonly SpokenWord[], { from, to }: WordSpan): boolean {
  if (isOfOther(rule, words, { from, to })) return true;
  if (rule.unless.length === 0) return false;
  let start = from;
  while (start > Math.max(0, from - UNLESS_WORDS_BEFORE) && !words[start]?.startsSentence) start -= 1;
  let end = to;
  while (end < Math.min(words.length, to + UNLESS_WORDS_AFTER) && !words[end]?.startsSentence) end += 1;
  return isFoundIn(rule.unless, words.slice(start, end));
}

/** @param sureness 1 for an exact match, else how similar or how likely it is */
export function spanMatch(rule: Rule, turn: Turn, index: number, { from, to }: WordSpan, sureness: number): RuleMatch {
  const words = turn.words.slice(from, to);
  const heard = words.map(({ segment }) => segment.confidence ?? 1);
  const clarity = heard.reduce((sum, confidence) => sum + confidence, 0) / Math.max(1, heard.length);
  return {
    rule,
    turn: index,
    from,
    to,
    isLearnt: false,
    confidence: rule.confidence * sureness * (0.5 + 0.5 * clarity),
    quotes: quoteAround(turn.words, { from, to }),
  };
}

/** Quotes the words, and as many neighbours as a quotation needs to prove something. */
export function quoteAround(words: readonly SpokenWord[], { from, to }: WordSpan): RuleMatch['quotes'] {
  let [start, end] = [from, to];
  const letters = () => words.slice(start, end).reduce((sum, { text }) => sum + text.length, 0);
  while (letters() < MIN_QUOTED_LETTERS && (end < words.length || start > 0)) {
    if (end < words.length && words[end]?.segment === words[from]?.segment) end += 1;
    else if (start > 0 && words[start - 1]?.segment === words[from]?.segment) start -= 1;
    else break;
  }
  return quotesOf(words.slice(start, end));
}

/** Several patterns of a rule often match the same words: of matches within one another, only the longest is kept. */
function withoutContained(spans: readonly WordSpan[]): WordSpan[] {
  const kept: WordSpan[] = [];
  for (const span of [...spans].sort((a, b) => b.to - b.from - (a.to - a.from))) {
    if (!kept.some(({ from, to }) => from <= span.from && span.to <= to)) kept.push(span);
  }
  return kept;
}
