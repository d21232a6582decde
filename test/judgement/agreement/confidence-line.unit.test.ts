import { describe, expect, it } from 'vitest';
import { mulberry32 } from '../../../src/judgement/agreement/bootstrap.js';
import { confidenceLine, type RatingsAt } from '../../../src/judgement/agreement/confidence-line.js';

const at = (confidence: number, n: number, agreeing: number): RatingsAt => ({ confidence, n, agreeing });

describe('the line', () => {
  it('is the lowest confidence whose ratings and those above it agree often enough', () => {
    const ratings = [at(0.6, 100, 50), at(0.99, 40, 40), at(0.9, 60, 57)];
    expect(confidenceLine(ratings, 0.85)).toEqual({ confidence: 0.9, share_above: 0.5 });
  });

  it('ends at the first confidence that fails, whatever stands below it', () => {
    expect(confidenceLine([at(0.9, 40, 30), at(0.8, 1_000, 1_000)], 0.85)).toBeNull();
  });

  it('needs 30 ratings, and as many as the target needs where all agree', () => {
    expect(confidenceLine([at(0.9, 29, 29)], 0.6)).toBeNull();
    expect(confidenceLine([at(0.9, 30, 30)], 0.6)).toEqual({ confidence: 0.9, share_above: 1 });
    expect(confidenceLine([at(0.9, 58, 58)], 0.95)).toBeNull();
    expect(confidenceLine([at(0.99, 30, 30), at(0.9, 29, 29)], 0.95)).toEqual({ confidence: 0.9, share_above: 1 });
    expect(confidenceLine([], 0.6)).toBeNull();
  });
});

describe('a thousand questions with a target', () => {
  const CONFIDENCES = Array.from({ length: 51 }, (_, step) => Math.round(100 - step) / 100);

  /** @param agreementAt how often people truly agree with answers of this confidence */
  function simulated(seed: number, agreementAt: (confidence: number, lift: number) => number) {
    const random = mulberry32(seed);
    let [found, broken] = [0, 0];
    for (let question = 0; question < 1_000; question++) {
      const target = 0.7 + 0.05 * Math.floor(random() * 6);
      const lift = random();
      const counts = new Map<number, RatingsAt>();
      for (let rating = 0; rating < 200; rating++) {
        const confidence = CONFIDENCES[Math.floor(random() * CONFIDENCES.length)] ?? 1;
        const { n = 0, agreeing = 0 } = counts.get(confidence) ?? {};
        counts.set(confidence, at(confidence, n + 1, agreeing + (random() < agreementAt(confidence, lift) ? 1 : 0)));
      }
      const line = confidenceLine([...counts.values()], target);
      if (line === null) continue;
      found++;
      const above = CONFIDENCES.filter((confidence) => confidence >= line.confidence);
      const truth = above.reduce((sum, confidence) => sum + agreementAt(confidence, lift), 0) / above.length;
      if (truth < target) broken++;
    }
    return { found, broken };
  }

  it.each([1, 2, 3])('have true agreement under it above the line 50 times at most (seed %d)', (seed) => {
    const rising = simulated(seed, (confidence, lift) => Math.min(1, 0.55 + 0.3 * lift + 0.8 * (confidence - 0.6)));
    expect(rising.broken).toBeLessThanOrEqual(50);
    // A line that is never found is never broken either.
    expect(rising.found).toBeGreaterThan(600);
  });

  it('have none for a machine whose confidence says nothing and that agrees too rarely', () => {
    const { broken } = simulated(7, () => 0.69);
    expect(broken).toBeLessThanOrEqual(50);
  });
});
