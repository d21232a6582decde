// The patterns of the rules: words in a row, with alternatives, gaps and optional words.
import type { SpokenWord } from './spoken-words.js';

/** Positions in a list of words; `to` is exclusive. */
export interface WordSpan {
  readonly from: number;
  readonly to: number;
}

interface WordElement {
  readonly kind: 'word';
  readonly words: ReadonlySet<string>;
  readonly prefixes: readonly string[];
  readonly optional: boolean;
}

type Element = { readonly kind: 'gap'; readonly maxWords: number } | WordElement;

/**
 * `a|b` is either word, `a?` may be missing, `entschuldig*` is any word with this beginning, `~3` is up to three words of any
 * kind. A pattern must begin with a required word. A match takes as many words as it can, and does not go beyond the end of
 * the sentence where the transcript has punctuation.
 */
export class PhrasePattern {
  private readonly elements: readonly Element[];
  private readonly first: WordElement;

  /** Throws an Error when the pattern is not well formed. */
  constructor(readonly source: string) {
    this.elements = source.split(' ').map(elementOf);
    const [first] = this.elements;
    if (first?.kind !== 'word' || first.optional) {
      throw new Error(`Pattern "${source}" must begin with a required word`);
    }
    this.first = first;
  }

  /** Returns matches that do not overlap, in order. */
  find(words: readonly SpokenWord[]): WordSpan[] {
    const spans: WordSpan[] = [];
    for (let from = 0; from < words.length; from += 1) {
      // Nearly every word fails this test, before anything is allocated.
      if (!isAt(this.first, words, from, from)) continue;
      const to = this.longestMatchAt(words, from);
      if (to === null) continue;
      spans.push({ from, to });
      from = to - 1;
    }
    return spans;
  }

  /**
   * Returns the end of the longest match that begins at `from`, or null. Keeps the set of all positions that the elements so
   * far can reach, instead of backtracking, so that gaps and optional words do not multiply the work.
   */
  private longestMatchAt(words: readonly SpokenWord[], from: number): number | null {
    let ends = new Set([from]);
    for (const element of this.elements) {
      const next = new Set<number>();
      for (const at of ends) {
        if (element.kind === 'word') {
          if (element.optional) next.add(at);
          if (isAt(element, words, at, from)) next.add(at + 1);
        } else {
          next.add(at);
          for (let end = at; end < at + element.maxWords && sameSentence(words, end, from); end += 1) next.add(end + 1);
        }
      }
      if (next.size === 0) return null;
      ends = next;
    }
    return Math.max(...ends);
  }
}

function elementOf(source: string): Element {
  const gap = /^~(\d)$/.exec(source);
  if (gap) return { kind: 'gap', maxWords: Number(gap[1]) };
  const optional = source.endsWith('?');
  const words = (optional ? source.slice(0, -1) : source).split('|');
  if (!words.every((word) => /^[\p{Ll}\p{Lo}\p{M}\p{N}]+\*?$/u.test(word))) {
    throw new Error(`"${source}" is not a pattern element`);
  }
  return {
    kind: 'word',
    words: new Set(words.filter((word) => !word.endsWith('*'))),
    prefixes: words.filter((word) => word.endsWith('*')).map((word) => word.slice(0, -1)),
    optional,
  };
}

function isAt(element: WordElement, words: readonly SpokenWord[], at: number, from: number): boolean {
  const word = words[at]?.text;
  if (word === undefined || !sameSentence(words, at, from)) return false;
  return element.words.has(word) || element.prefixes.some((prefix) => word.startsWith(prefix));
}

function sameSentence(words: readonly SpokenWord[], at: number, from: number): boolean {
  const word = words[at];
  return word !== undefined && (at === from || !word.startsSentence);
}
