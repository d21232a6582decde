import { describe, expect, it } from 'vitest';
import { addTokens } from '../../../src/adapters/model/structured-asker.js';
import { readTokens, readUsage } from '../../../src/adapters/openai/openai-usage.js';

const NOTHING = { inputTokens: 0, outputTokens: 0, audioSeconds: 0 };

describe('the usage that an answer tells', () => {
  it('is read under the names of the Responses API, of Chat Completions and of transcriptions by time', () => {
    expect(readUsage({ usage: { input_tokens: 5, output_tokens: 7 } })).toEqual({
      ...NOTHING,
      inputTokens: 5,
      outputTokens: 7,
    });
    expect(readUsage({ usage: { prompt_tokens: 5, completion_tokens: 7 } })).toEqual({
      ...NOTHING,
      inputTokens: 5,
      outputTokens: 7,
    });
    expect(readTokens({ usage: { prompt_tokens: 5, completion_tokens: 7 } })).toEqual({
      inputTokens: 5,
      outputTokens: 7,
      cachedInputTokens: 0,
    });
    expect(readUsage({ usage: { type: 'duration', seconds: 3 } })).toEqual({ ...NOTHING, audioSeconds: 3 });
  });

  it.each([
    ['Responses', { input_tokens: 9, output_tokens: 1, input_tokens_details: { cached_tokens: 4 } }, 4],
    ['Chat Completions', { prompt_tokens: 9, completion_tokens: 1, prompt_tokens_details: { cached_tokens: 4 } }, 4],
    ['DeepSeek', { prompt_tokens: 9, completion_tokens: 1, prompt_cache_hit_tokens: 4 }, 4],
    ['a server that counts them twice', { input_tokens: 9, output_tokens: 1, prompt_cache_hit_tokens: 40 }, 9],
    ['no whole number', { input_tokens: 9, output_tokens: 1, input_tokens_details: { cached_tokens: 'x' } }, 0],
  ])('tells what was read from the cache: %s', (_, usage, cachedInputTokens) => {
    expect(readTokens({ usage })).toEqual({ inputTokens: 9, outputTokens: 1, cachedInputTokens });
  });

  it.each([
    ['no answer', null],
    ['an answer without it', { text: 'Hello.' }],
    ['null', { usage: null }],
    ['text', { usage: 'free of charge' }],
    ['a list', { usage: [5, 7] }],
    ['amounts as text', { usage: { input_tokens: '5', output_tokens: '7', seconds: '3' } }],
    ['amounts below zero', { usage: { input_tokens: -5, output_tokens: -7, seconds: -3 } }],
  ])('counts as nothing in another shape, and throws no error: %s', (_, answer) => {
    expect(readUsage(answer)).toEqual(NOTHING);
    expect(readTokens(answer)).toBeNull();
  });

  it('names no cost where one of the two amounts is missing or is no whole number', () => {
    expect(readTokens({ usage: { input_tokens: 5 } })).toBeNull();
    expect(readTokens({ usage: { output_tokens: 7 } })).toBeNull();
    expect(readTokens({ usage: { input_tokens: 5.5, output_tokens: 7 } })).toBeNull();
    expect(readTokens({ usage: { input_tokens: 5, output_tokens: 0 } })).toMatchObject({
      inputTokens: 5,
      outputTokens: 0,
    });
  });

  it('of two answers is their sum, and unknown as soon as one is', () => {
    const used = { inputTokens: 5, outputTokens: 7, cachedInputTokens: 2 };
    const sum = { inputTokens: 6, outputTokens: 9, cachedInputTokens: 3 };
    expect(addTokens(used, { inputTokens: 1, outputTokens: 2, cachedInputTokens: 1 })).toEqual(sum);
    expect([addTokens(used, null), addTokens(null, used)]).toEqual([null, null]);
  });
});
