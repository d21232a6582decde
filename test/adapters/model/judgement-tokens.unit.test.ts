// The tokens of a judgement: those of all answers of the model, usable or not, or none.
import { expect, it } from 'vitest';
import { CALL, startAnalyst } from '../../support/stubs/openai-analysis.js';
import { completeWith, refuse, respondWith, type StubAnswer } from '../../support/stubs/openai-stub.js';

const signal = () => new AbortController().signal;
const used = (answer: StubAnswer, prompt_tokens: number, completion_tokens: number): StubAnswer => ({
  ...answer,
  body: { ...Object(answer.body), usage: { prompt_tokens, completion_tokens } },
});
const tokens = (inputTokens: number, outputTokens: number) => ({ inputTokens, outputTokens, cachedInputTokens: 0 });
const unusable = used(completeWith('Sure!'), 100, 3);
const untold: StubAnswer = { body: { ...Object(completeWith('Sure!').body), usage: undefined } };
const page: StubAnswer = { body: { page: true } };

it.each<[string, readonly (StubAnswer | undefined)[], object | undefined]>([
  ['one answer', [undefined], tokens(10, 5)],
  ['an answer and its repair', [unusable, undefined], tokens(110, 8)],
  ['an answer that tells none, and its repair', [untold, undefined], undefined],
  ['what is no answer of a model, and an answer', [page, undefined], tokens(10, 5)],
])('of %s stand in the report', async (_, replies, expected) => {
  const { analyst } = await startAnalyst({ answer: ({ index }) => replies[index] });
  expect((await analyst.analyse(CALL, signal())).tokens).toEqual(expected);
});

it.each<[string, readonly StubAnswer[], object | null]>([
  ['a refusal', [used(completeWith('', 'stop', 'No.'), 90, 2)], tokens(90, 2)],
  ['two answers that cannot be used', [unusable, unusable], tokens(200, 6)],
  ['an answer whose repair fails', [unusable, refuse(500, 'Failed')], tokens(100, 3)],
  ['an answer that tells none', [untold, unusable], null],
  ['no answer', [refuse(500, 'Failed')], null],
])('of %s stand in the error', async (_, replies, expected) => {
  const { analyst } = await startAnalyst({ answer: ({ index }) => replies[index] });
  await expect(analyst.analyse(CALL, signal())).rejects.toMatchObject({ name: 'ProviderError', tokens: expected });
});

it('of a refusal by Responses stand in the error too', async () => {
  const usage = { input_tokens: 90, output_tokens: 2 };
  const answer = respondWith('', { status: 'incomplete', incomplete_details: { reason: 'content_filter' }, usage });
  const { analyst } = await startAnalyst({ api: 'responses', answer: () => answer });
  await expect(analyst.analyse(CALL, signal())).rejects.toMatchObject({ tokens: tokens(90, 2) });
});
