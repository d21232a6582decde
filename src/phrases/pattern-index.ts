// Finds the patterns that may match, so that the time for a call hardly grows with the number of rules.
import {
  digitSteps,
  hasDigit,
  MAX_MATCH_WORDS,
  type NeededWords,
  type PhrasePattern,
  sentenceLength,
  type WordSpan,
} from './phrase-pattern.js';
import type { MatchedWord } from './spoken-words.js';
import { NO_LIMIT, type StepBudget } from './step-budget.js';

/** Cost of a match, which is kept, sorted and checked again. It also limits the memory for matches. */
const STEPS_A_MATCH = 16;

interface Entry<T> {
  readonly pattern: PhrasePattern;
  readonly owner: T;
  readonly order: number;
}

export interface IndexedSpan<T> extends WordSpan {
  readonly owner: T;
}

export class PatternIndex<T> {
  private readonly byFirst = new WordMap<Entry<T>>();
  private readonly byAnchor = new WordMap<Entry<T>>();
  /** Last position of the anchor, by pattern, in the running search; read ahead as far as a match may reach. */
  private readonly anchoredAt: Int32Array;
  /** End of the last match, by pattern, in the running search. */
  private readonly nextFree: Int32Array;
  /** Several rules search the same turns. */
  private readonly searched = new WeakMap<readonly MatchedWord[], readonly IndexedSpan<T>[]>();

  constructor(patterns: Iterable<readonly [PhrasePattern, T]>) {
    let order = 0;
    for (const [pattern, owner] of patterns) {
      const entry = { pattern, owner, order };
      order += 1;
      this.byFirst.add(pattern.first, entry);
      this.byAnchor.add(pattern.anchor, entry);
    }
    this.anchoredAt = new Int32Array(order);
    this.nextFree = new Int32Array(order);
  }

  /**
   * The matches of every pattern, in the order of their first words. Matches of one pattern do not overlap.
   * @param words never changed afterwards: without a limit, they are searched once
   * @throws TooManySteps
   */
  find(words: readonly MatchedWord[], budget: StepBudget = NO_LIMIT): readonly IndexedSpan<T>[] {
    if (budget !== NO_LIMIT) return this.search(words, budget);
    const found = this.searched.get(words) ?? this.search(words, budget);
    this.searched.set(words, found);
    return found;
  }

  private search(words: readonly MatchedWord[], budget: StepBudget): IndexedSpan<T>[] {
    const found: IndexedSpan<T>[] = [];
    const anchoredAt = this.anchoredAt.fill(-1);
    const nextFree = this.nextFree.fill(0);
    let heard = 0;
    for (let from = 0; from < words.length; from += 1) {
      for (const reach = Math.min(words.length, from + MAX_MATCH_WORDS); heard < reach; heard += 1)
        this.byAnchor.forEach(words[heard]?.text ?? '', budget, ({ order }) => {
          anchoredAt[order] = heard;
        });
      const length = sentenceLength(words, from);
      this.byFirst.forEach(words[from]?.text ?? '', budget, ({ pattern, owner, order }) => {
        if ((anchoredAt[order] ?? -1) < from || from < (nextFree[order] ?? 0)) return;
        const to = pattern.matchAt(words, from, length, budget);
        if (to === null) return;
        budget.take(STEPS_A_MATCH);
        nextFree[order] = to;
        found.push({ owner, from, to });
      });
    }
    return found;
  }
}

/** Values by words, by beginnings of words, and by whether a word has a digit. */
class WordMap<V> {
  private readonly byWord = new Map<string, V[]>();
  private readonly byPrefix = new Map<string, V[]>();
  private readonly ofDigits: V[] = [];
  private readonly prefixLengths = new Set<number>();

  add({ words, prefixes, digits }: NeededWords, value: V): void {
    for (const word of words) addTo(this.byWord, word, value);
    for (const prefix of prefixes) {
      addTo(this.byPrefix, prefix, value);
      this.prefixLengths.add(prefix.length);
    }
    if (digits) this.ofDigits.push(value);
  }

  forEach(word: string, budget: StepBudget, use: (value: V) => void): void {
    budget.take(1 + this.prefixLengths.size);
    each(this.byWord.get(word), budget, use);
    for (const length of this.prefixLengths) {
      if (length <= word.length) each(this.byPrefix.get(word.slice(0, length)), budget, use);
    }
    if (this.ofDigits.length === 0) return;
    budget.take(digitSteps(word));
    if (hasDigit(word)) each(this.ofDigits, budget, use);
  }
}

function each<V>(values: readonly V[] | undefined, budget: StepBudget, use: (value: V) => void): void {
  if (values === undefined) return;
  budget.take(values.length);
  values.forEach(use);
}

function addTo<V>(map: Map<string, V[]>, key: string, value: V): void {
  const values = map.get(key);
  if (values) values.push(value);
  else map.set(key, [value]);
}
