import { jaroWinkler } from './jaro-winkler.js';
import type { WordSpan } from './phrase-pattern.js';
import type { SpokenWord } from './spoken-words.js';

/** Measured on misheard calls: lower lets other sentences in, higher finds no more than exact words do. */
const LEAST_LIKENESS = 0.9;

/**
 * A required phrase that the recogniser may have misheard. Never for what somebody must not have said:
 * "there is no fee" is too like "there is no manager".
 */
export class FuzzyPhrase {
  private readonly words: readonly string[];
  private readonly wordSet: ReadonlySet<string>;

  constructor(readonly source: string) {
    this.words = source.split(' ');
    this.wordSet = new Set(this.words);
  }

  /** The likest place, one word longer or shorter included; null under 0.90, or where a negation changes the meaning. */
  find(words: readonly SpokenWord[], negations: ReadonlySet<string>): (WordSpan & { likeness: number }) | null {
    let best: (WordSpan & { likeness: number }) | null = null;
    const leastShared = Math.ceil(this.words.length / 2);
    const shared = words.map(({ text }) => this.wordSet.has(text));
    for (const length of [this.words.length, this.words.length - 1, this.words.length + 1]) {
      if (length < 2) continue;
      let inWindow = 0;
      for (let to = 1; to <= words.length; to += 1) {
        const from = to - length;
        if (shared[to - 1]) inWindow += 1;
        if (shared[from - 1]) inWindow -= 1;
        // Half of the words must be exactly there: it keeps the costly comparison off nearly every place.
        if (from < 0 || inWindow < leastShared) continue;
        const window = words.slice(from, to).map(({ text }) => text);
        if (window.some((word) => negations.has(word) && !this.wordSet.has(word))) continue;
        const likeness = jaroWinkler(window.join(' '), this.source);
        if (likeness >= LEAST_LIKENESS && likeness > (best?.likeness ?? 0)) best = { from, to, likeness };
      }
    }
    return best;
  }
}
