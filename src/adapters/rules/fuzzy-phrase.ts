// Finds a phrase that the recogniser may have misheard, by similarity instead of exact words.

import type { WordSpan } from '../../phrases/phrase-pattern.js';
import type { SpokenWord } from '../../phrases/spoken-words.js';
import { jaroWinkler } from './jaro-winkler.js';

/** Measured on misheard calls: a lower limit matches other sentences, a higher one finds no more than exact words do. */
const MIN_SIMILARITY = 0.9;

/** Use it only for what an agent should say, never for accusations: "there is no fee" is similar to "there is no manager". */
export class FuzzyPhrase {
  private readonly words: readonly string[];
  private readonly wordSet: ReadonlySet<string>;

  constructor(readonly source: string) {
    this.words = source.split(' ');
    this.wordSet = new Set(this.words);
  }

  /**
   * Finds the most similar run of words, which may be one word longer or shorter than the phrase. Null below a similarity of
   * 0.90, and where a negation that is not part of the phrase changes the meaning.
   */
  find(words: readonly SpokenWord[], negations: ReadonlySet<string>): (WordSpan & { similarity: number }) | null {
    let best: (WordSpan & { similarity: number }) | null = null;
    const minShared = Math.ceil(this.words.length / 2);
    const shared = words.map(({ text }) => this.wordSet.has(text));
    for (const length of [this.words.length, this.words.length - 1, this.words.length + 1]) {
      if (length < 2) continue;
      let inWindow = 0;
      for (let to = 1; to <= words.length; to += 1) {
        const from = to - length;
        if (shared[to - 1]) inWindow += 1;
        if (shared[from - 1]) inWindow -= 1;
        // Half of the words must be exactly the same. This cheap test spares nearly all of the costly comparisons.
        if (from < 0 || inWindow < minShared) continue;
        const window = words.slice(from, to).map(({ text }) => text);
        if (window.some((word) => negations.has(word) && !this.wordSet.has(word))) continue;
        const similarity = jaroWinkler(window.join(' '), this.source);
        if (similarity >= MIN_SIMILARITY && similarity > (best?.similarity ?? 0)) best = { from, to, similarity };
      }
    }
    return best;
  }
}
