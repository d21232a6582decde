// Finds the patterns that may begin at a word, so that the time for a call does not grow with the number of rules.
import { hasDigit, type PhrasePattern, type WordSpan } from './phrase-pattern.js';
import type { SpokenWord } from './spoken-words.js';

interface Entry<T> {
  readonly pattern: PhrasePattern;
  readonly owner: T;
  readonly order: number;
}

export interface IndexedSpan<T> extends WordSpan {
  readonly owner: T;
}

export class PatternIndex<T> {
  private readonly byWord = new Map<string, Entry<T>[]>();
  private readonly byPrefix = new Map<string, Entry<T>[]>();
  private readonly withDigits: Entry<T>[] = [];
  private readonly prefixLengths: readonly number[];
  private readonly size: number;

  constructor(patterns: Iterable<readonly [PhrasePattern, T]>) {
    let order = 0;
    for (const [pattern, owner] of patterns) {
      const entry = { pattern, owner, order };
      order += 1;
      for (const word of pattern.first.words) addTo(this.byWord, word, entry);
      for (const prefix of pattern.first.prefixes) addTo(this.byPrefix, prefix, entry);
      if (pattern.first.digits) this.withDigits.push(entry);
    }
    this.size = order;
    this.prefixLengths = [...new Set([...this.byPrefix.keys()].map(({ length }) => length))];
  }

  /** The matches of every pattern, in the order of their first words. Matches of one pattern do not overlap. */
  find(words: readonly SpokenWord[]): IndexedSpan<T>[] {
    const found: IndexedSpan<T>[] = [];
    const nextFree = new Int32Array(this.size);
    for (let from = 0; from < words.length; from += 1) {
      for (const { pattern, owner, order } of this.candidates(words[from]?.text ?? '')) {
        if (from < (nextFree[order] ?? 0)) continue;
        const to = pattern.matchAt(words, from);
        if (to === null) continue;
        nextFree[order] = to;
        found.push({ owner, from, to });
      }
    }
    return found;
  }

  private *candidates(word: string): Generator<Entry<T>> {
    yield* this.byWord.get(word) ?? [];
    for (const length of this.prefixLengths) {
      if (length <= word.length) yield* this.byPrefix.get(word.slice(0, length)) ?? [];
    }
    if (this.withDigits.length > 0 && hasDigit(word)) yield* this.withDigits;
  }
}

function addTo<T>(map: Map<string, Entry<T>[]>, key: string, entry: Entry<T>): void {
  const entries = map.get(key);
  if (entries) entries.push(entry);
  else map.set(key, [entry]);
}
