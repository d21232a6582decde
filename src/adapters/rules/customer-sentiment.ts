// The mood of the customer, from the words alone.
import vader from 'vader-sentiment';
import type { Turn } from '../../phrases/spoken-words.js';
import type { Sentiment } from '../../ports/call-analyst.js';
import type { RuleBook } from './rule-book.js';

// Chosen on six written calls (means of the good calls above -0.05, of the bad calls below -0.15): too few to validate them.
const NEGATIVE_BELOW = -0.12;
const POSITIVE_ABOVE = 0.2;
/** The mood has turned when one end of the call is this far below 0 and the other end this far above. */
const CLEAR_THIRD = 0.25;

export interface CustomerSentiment {
  readonly label: Sentiment;
  /** Mean score of the customer's turns, -1 to 1. */
  readonly mean: number;
  /** Means of the first and of the last third of the turns. */
  readonly first: number;
  readonly last: number;
}

/**
 * Scores the customer's turns only: an agent's "sorry to hear how frustrating that is" would count as negative.
 * `mixed` when a clearly negative beginning turned clearly positive, or the other way round.
 */
export function customerSentiment(book: RuleBook, turns: readonly Turn[]): CustomerSentiment {
  const scored = turns.map((turn) => turnScore(book, turn));
  const third = Math.ceil(scored.length / 3);
  const mean = meanOf(scored);
  const first = meanOf(scored.slice(0, third));
  const last = meanOf(scored.slice(scored.length - third));
  const turned = Math.min(first, last) <= -CLEAR_THIRD && Math.max(first, last) >= CLEAR_THIRD;
  const label = turned
    ? 'mixed'
    : mean <= NEGATIVE_BELOW
      ? 'negative'
      : mean >= POSITIVE_ABOVE
        ? 'positive'
        : 'neutral';
  return { label, mean, first, last };
}

function meanOf(scores: readonly number[]): number {
  return scores.length === 0 ? 0 : scores.reduce((sum, score) => sum + score, 0) / scores.length;
}

function turnScore({ sentiment, negations }: RuleBook, { words }: Turn): number {
  const taken = new Set<number>();
  let score = 0;
  for (const { pattern, weight } of sentiment.phrases) {
    for (const { from, to } of pattern.find(words)) {
      const positions = Array.from({ length: to - from }, (_, index) => from + index);
      if (positions.some((position) => taken.has(position))) continue;
      for (const position of positions) taken.add(position);
      score += weight;
    }
  }
  const rest = words.filter((_, index) => !taken.has(index)).map(({ text }) => text);
  if (rest.length > 0) {
    score +=
      sentiment.method === 'vader'
        ? vader.SentimentIntensityAnalyzer.polarity_scores(rest.join(' ')).compound
        : lexiconScore(rest, sentiment.words, negations);
  }
  return Math.max(-1, Math.min(1, score));
}

/**
 * Sums the weights of the words and scales the sum into -1 to 1. A weight within two words after a negation counts with the
 * opposite sign at three quarters of its size.
 */
function lexiconScore(
  words: readonly string[],
  weights: Readonly<Record<string, number>>,
  negations: ReadonlySet<string>,
): number {
  const beginnings = Object.entries(weights);
  const sum = words.reduce((total, word, index) => {
    const weight = beginnings.find(([beginning]) => word.startsWith(beginning))?.[1] ?? 0;
    const negated = words.slice(Math.max(0, index - 2), index).some((before) => negations.has(before));
    return total + (negated ? -0.75 * weight : weight);
  }, 0);
  return sum / Math.sqrt(sum * sum + 15);
}
