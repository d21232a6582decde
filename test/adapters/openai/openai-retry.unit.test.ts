import { expect, it, vi } from 'vitest';
import { retryUnusableResponse } from '../../../src/adapters/openai/openai-retry.js';
import { UnusableResponseError } from '../../../src/adapters/vendor/provider-failure.js';

const unusable = new UnusableResponseError('not JSON');
const other = new Error('stopping');

it.each<[string, Error[], number, unknown]>([
  ['an answer at once is asked for once', [], 1, 'heard'],
  ['an unusable answer is asked for again', [unusable], 2, 'heard'],
  [
    'a second unusable answer is final',
    [unusable, unusable],
    2,
    {
      name: 'ProviderError',
      retryable: false,
      message: "The transcription provider's answer could not be used.",
    },
  ],
  ['any other failure is not repeated', [other], 1, other],
  ['any other failure of the second request stays what it is', [unusable, other], 2, other],
])('%s', async (rule, failures, requests, expected) => {
  const left = [...failures];
  const transcribe = vi.fn(() => {
    const failure = left.shift();
    return failure === undefined ? Promise.resolve('heard') : Promise.reject(failure);
  });
  const outcome: unknown = await retryUnusableResponse(transcribe).catch((error: unknown) => error);
  if (expected instanceof Error || typeof expected === 'string') expect(outcome, `broken: ${rule}`).toBe(expected);
  else expect(outcome, `broken: ${rule}`).toMatchObject(expected as object);
  expect(transcribe.mock.calls.length, `broken: ${rule}`).toBe(requests);
});
