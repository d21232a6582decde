// Finds the patterns that may match, so that the time for a call hardly grows with the number of rules.
import { hasDigit, type NeededWords, type PhrasePattern, sentenceLength, type WordSpan } from './phrase-pattern.js';
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
  private readonly byFirst = new WordMap<Entry<T>>();
  private readonly byAnchor = new WordMap<Entry<T>>();
  private readonly size: number;

  constructor(patterns: Iterable<readonly [PhrasePattern, T]>) {
    let order = 0;
    for (const [pattern, owner] of patterns) {
      const entry = { pattern, owner, order };
      order += 1;
      this.byFirst.add(pattern.first, entry);
      this.byAnchor.add(pattern.anchor, entry);
    }
    this.size = order;
  }

  /** The matches of every pattern, in the order of their first words. Matches of one pattern do not overlap. */
  find(words: readonly SpokenWord[]): IndexedSpan<T>[] {
    const found: IndexedSpan<T>[] = [];
    const hasAnchor = new Uint8Array(this.size);
    for (const { text } of words) {
      this.byAnchor.forEach(text, ({ order }) => {
        hasAnchor[order] = 1;
      });
    }
    const nextFree = new Int32Array(this.size);
    for (let from = 0; from < words.length; from += 1) {
      const length = sentenceLength(words, from);
      this.byFirst.forEach(words[from]?.text ?? '', ({ pattern, owner, order }) => {
        if (hasAnchor[order] === 0 || from < (nextFree[order] ?? 0)) return;
        const to = pattern.matchAt(words, from, length);
        if (to === null) return;
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

  forEach(word: string, use: (value: V) => void): void {
    this.byWord.get(word)?.forEach(use);
    for (const length of this.prefixLengths) {
      if (length <= word.length) this.byPrefix.get(word.slice(0, length))?.forEach(use);
    }
    if (this.ofDigits.length > 0 && hasDigit(word)) this.ofDigits.forEach(use);
  }
}

function addTo<V>(map: Map<string, V[]>, key: string, value: V): void {
  const values = map.get(key);
  if (values) values.push(value);
  else map.set(key, [value]);
}
