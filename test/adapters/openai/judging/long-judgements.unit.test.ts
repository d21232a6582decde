// What a language model answers is bounded by the tokens that it may write.
import { afterEach, describe, expect, it } from 'vitest';
import { ModelCallAnalyst } from '../../../../src/adapters/model/model.call-analyst.js';
import { ModelFormJudge } from '../../../../src/adapters/model/model.form-judge.js';
import { OpenAiAsker } from '../../../../src/adapters/openai/judging/openai-asker.js';
import { OpenAiClient } from '../../../../src/adapters/openai/openai-client.js';
import { Semaphore } from '../../../../src/platform/concurrency/semaphore.js';
import type { AskedQuestion } from '../../../../src/ports/form-judge.js';
import { ANALYSIS, CALL } from '../../../support/stubs/openai-analysis.js';
import { completeWith, respondWith, startOpenAiStub } from '../../../support/stubs/openai-stub.js';

const open: Array<{ close(): Promise<void> }> = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
});

const QUOTE = { segment_id: 0, quote: 'Thank you for calling Acme' };
const many = (count: number) => Array.from({ length: count }, () => QUOTE);
const question: AskedQuestion = {
  key: 'notice',
  text: 'Was it said?',
  guidance: null,
  speaker: 'agent',
  within: null,
  answers: [{ key: 'yes', label: 'Yes', needsQuote: true }],
  na: false,
};
const formAnswer = (more: object) => ({
  answers: [{ question: 'notice', quotes: [QUOTE], answer: 'yes', confidence: 1, rationale: 'Said.', ...more }],
});

async function served(api: 'responses' | 'chat', body: unknown) {
  const answer = () => (api === 'responses' ? respondWith(body) : completeWith(body));
  const stub = await startOpenAiStub({ respond: answer, chat: answer });
  const client = new OpenAiClient({ baseUrl: stub.baseUrl, apiKey: 'sk-x', gate: new Semaphore(1) });
  open.push(client, stub);
  return { options: { asker: new OpenAiAsker({ client, model: 'm', api }), warn: () => undefined, price: null }, stub };
}

const signal = () => new AbortController().signal;
const REFUSED = { retryable: false, code: 'provider_failed' };

describe.each(['responses', 'chat'] as const)('an answer of %s that is longer than its tokens', (api) => {
  it.each([
    ['10 MB', { summary: 'a'.repeat(10_000_000) }],
    [
      '100,000 citations',
      { findings: { ...ANALYSIS.findings, greeting: { met: true, confidence: 1, quotes: many(100_000) } } },
    ],
    ['100,000 violations', { violations: Array.from({ length: 100_000 }, () => ANALYSIS.violations[0]) }],
  ])('is not read: an analysis of %s', async (_, more) => {
    const { options, stub } = await served(api, { ...ANALYSIS, ...more });
    await expect(new ModelCallAnalyst(options).analyse(CALL, signal())).rejects.toMatchObject(REFUSED);
    expect(stub.requests, 'requests').toHaveLength(2);
  });

  it.each([
    ['a rationale of 5 MB', { rationale: 'a '.repeat(2_500_000) }],
    ['100,000 citations', { quotes: many(100_000) }],
    ['an answer of 10 MB', { answer: 'y'.repeat(10_000_000) }],
  ])('is not read: %s', async (_, more) => {
    const { options, stub } = await served(api, formAnswer(more));
    await expect(new ModelFormJudge(options).answer(CALL, [question], signal())).rejects.toMatchObject(REFUSED);
    expect(stub.requests, 'requests').toHaveLength(2);
  });

  it('is cut where it fits: a rationale of 200,000 letters, and 5,000 citations', async () => {
    const { options } = await served(api, formAnswer({ rationale: `${' '.repeat(1000)}${'a'.repeat(200_000)}` }));
    const [cut] = (await new ModelFormJudge(options).answer(CALL, [question], signal())).answers;
    expect(cut?.rationale, 'the rationale').toBe('a'.repeat(600));
    const cited = await served(api, formAnswer({ quotes: many(5000) }));
    const [answer] = (await new ModelFormJudge(cited.options).answer(CALL, [question], signal())).answers;
    expect(answer?.quotes, 'citations').toHaveLength(5);
  });
});
