import { expect, it } from 'vitest';
import { NoFormJudge } from '../../src/adapters/no.form-judge.js';

it('has no engine, costs nothing that could be told, and may not be asked', async () => {
  const judge = new NoFormJudge();
  expect(judge.engine).toBeNull();
  expect(judge.costOf()).toBeNull();
  expect(judge.estimateTokens()).toEqual({ inputTokens: 0, outputTokens: 0 });
  await expect(judge.answer()).rejects.toThrow('No language model is configured');
});
