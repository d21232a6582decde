// What tokens cost that a provider's cheaper tier has answered, and which ones those are.
import { describe, expect, it } from 'vitest';
import type { AskedQuestion } from '../../../src/ports/form-judge.js';
import { CALL, startFormJudge } from '../../support/stubs/openai-analysis.js';
import { completeWith } from '../../support/stubs/openai-stub.js';

const signal = () => new AbortController().signal;
const THANKS: AskedQuestion = {
  key: 'thanks',
  text: 'Did the agent thank the customer?',
  guidance: null,
  speaker: null,
  within: null,
  answers: [{ key: 'yes', label: 'Yes', needsQuote: false }],
  na: false,
};
const ANSWERS = {
  answers: [{ question: 'thanks', answer: 'yes', confidence: 0.9, rationale: 'So it was.', quotes: [] }],
};

describe('tokens in the cheaper tier of the provider', () => {
  const price = { inputMicros: 3_000_000n, outputMicros: 15_000_000n, cachedMicros: 300_000n };
  const backgroundPrice = { inputMicros: 1_500_000n, outputMicros: 7_500_000n };
  const tokens = { inputTokens: 10_000, outputTokens: 100, cachedInputTokens: 0 };

  it('cost its prices, and the rest the ordinary ones', async () => {
    const { judge } = await startFormJudge({ price, backgroundPrice });
    expect(judge.costOf(10_000, 100, 0, tokens)).toEqual({ amountMicros: 15_750, currency: 'usd' });
    expect(judge.costOf(20_000, 200, 9_000, tokens)).toEqual({ amountMicros: 15_750 + 7_200, currency: 'usd' });
  });

  it('have no cost without its prices, nor the rest without the ordinary ones', async () => {
    const { judge: ordinary } = await startFormJudge({ price });
    expect(ordinary.costOf(10_000, 100, 0, tokens)).toBeNull();
    const { judge: cheaper } = await startFormJudge({ backgroundPrice });
    expect(cheaper.costOf(10_000, 100, 0, tokens)).toMatchObject({ amountMicros: 15_750 });
    expect(cheaper.costOf(10_001, 100, 0, tokens)).toBeNull();
  });

  it.each([
    ['no tier', undefined, true],
    ['the same tier', 'flex', true],
    ['another tier', 'default', false],
  ])('are those of an answer that names %s', async (_, service_tier, isCheaper) => {
    const { judge } = await startFormJudge({
      background: { serviceTier: 'flex', isBackground: () => true },
      answer: () => {
        const answer = completeWith(ANSWERS);
        return { ...answer, body: { ...Object(answer.body), service_tier } };
      },
    });
    const { background } = await judge.answer(CALL, [THANKS], signal());
    expect(background).toEqual(isCheaper ? { inputTokens: 10, outputTokens: 5, cachedInputTokens: 0 } : undefined);
  });

  it('are not those of work that someone waits for', async () => {
    const { judge } = await startFormJudge({
      background: { serviceTier: 'flex', isBackground: () => false },
      answer: () => completeWith(ANSWERS),
    });
    expect(await judge.answer(CALL, [THANKS], signal())).not.toHaveProperty('background');
  });
});
