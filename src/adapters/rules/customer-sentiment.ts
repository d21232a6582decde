import vader from 'vader-sentiment';
import type { Sentiment } from '../../ports/call-analyst.js';
import type { RuleBook } from './rule-book.js';
import type { Turn } from './spoken-words.js';

// Set on six written calls (mean of the good ones above -0.05, of the bad ones under -0.15): a smoke test, no validation.
const NEGATIVE_UNDER = -0.12;
const POSITIVE_OVER = 0.2;
/** A third of the call this far from neutral counts as turned. */
const CLEAR_THIRD = 0.25;

export interface CustomerSentiment {
  readonly label: Sentiment;
  /** Mean of the turns, -1 to 1. */
  readonly mean: number;
  /** Means of the first and the last third of the turns: how the mood moved. */
  readonly first: number;
  readonly last: number;
}

/**
 * Mood of the customer by words alone. Only the customer's turns are scored: an agent's "sorry to hear how frustrating
 * that is" would count against the agent. `mixed` where a clearly negative beginning turned clearly positive or back.
 */
export function customerSentiment(book: RuleBook, turns: readonly Turn[]): CustomerSentiment {
  const scored = turns.map((turn) => turnScore(book, turn));
  const third = Math.ceil(scored.length / 3);
  const mean = meanOf(scored);
  const first = meanOf(scored.slice(0, third));
  const last = meanOf(scored.slice(scored.length - third));
  const turned = Math.min(first, last) <= -CLEAR_THIRD && Math.max(first, last) >= CLEAR_THIRD;
  const label = turned ? 'mixed' : mean <= NEGATIVE_UNDER ? 'negative' : mean >= POSITIVE_OVER ? 'positive' : 'neutral';
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
  const left = words.filter((_, index) => !taken.has(index)).map(({ text }) => text);
  if (left.length > 0) {
    score +=
      sentiment.method === 'vader'
        ? vader.SentimentIntensityAnalyzer.polarity_scores(left.join(' ')).compound
        : lexiconScore(left, sentiment.words, negations);
  }
  return Math.max(-1, Math.min(1, score));
}

/** Sum of the words' weights, turned round within two words after a negation, squeezed into -1 to 1. */
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
