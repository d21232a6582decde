import { describe, expect, it } from 'vitest';
import {
  type Completion,
  readCompletion,
  readResponse,
  refuseFailed,
} from '../../../../src/adapters/openai/judging/openai-reply.js';
import { UnusableResponseError } from '../../../../src/adapters/vendor/provider-failure.js';

const DECLINED: Completion = { kind: 'declined' };
const TRUNCATED: Completion = { kind: 'truncated' };
const text = (given: string): Completion => ({ kind: 'text', text: given });
const message = (...content: object[]) => ({ type: 'message', content });
const part = (given: string | null) => ({ type: 'output_text', text: given });

describe('a response', () => {
  it.each<[string, object, Completion]>([
    ['its text', { status: 'completed', output: [message(part('{"a":1}'))] }, text('{"a":1}')],
    [
      'the parts of its text, joined',
      { output: [message(part('{"a"'), part(null)), message(part(':1}'))] },
      text('{"a":1}'),
    ],
    ['no thoughts', { output: [{ type: 'reasoning', content: [part('hm')] }, message(part('{}'))] }, text('{}')],
    ['no text where a message is empty', { output: [{ type: 'message', content: null }] }, text('')],
    ['a refusal', { output: [message({ type: 'refusal', refusal: 'No.' })] }, DECLINED],
    ['a refusal without words', { output: [message({ type: 'refusal' })] }, DECLINED],
    ['a refusal beside text', { output: [message(part('{}'), { type: 'output_text', refusal: 'No.' })] }, DECLINED],
    ['no refusal where that is empty', { output: [message({ ...part('{}'), refusal: '' })] }, text('{}')],
    [
      'a limit of tokens',
      { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' }, output: [] },
      TRUNCATED,
    ],
    ['an end without a reason', { status: 'incomplete', incomplete_details: null, output: [] }, TRUNCATED],
    [
      'a content filter',
      { status: 'incomplete', incomplete_details: { reason: 'content_filter' }, output: [] },
      DECLINED,
    ],
  ])('is read as %s', (what, answer, expected) => {
    expect(readResponse(answer), `a response with ${what} is read as something else`).toEqual(expected);
  });

  it.each<[string, unknown]>([
    ['null', null],
    ['another object', { choices: [] }],
    ['output that is text', { output: '{}' }],
  ])('is refused in another shape, so that it is asked for again: %s', (_, answer) => {
    expect(() => readResponse(answer)).toThrow(new UnusableResponseError('The answer is not a response object.'));
  });

  it.each<[string, object, object]>([
    [
      'a rate limit',
      { error: { code: 'rate_limit_exceeded' } },
      { retryable: true, trouble: { engine: 'analysis', reason: 'busy', certain: true, sent: true } },
    ],
    [
      'an error of the server',
      { error: { code: 'server_error' } },
      { retryable: true, trouble: { engine: 'analysis', reason: 'failing', certain: false, sent: true } },
    ],
    ['the request itself', { error: { code: 'vector_store_timeout' } }, { retryable: false, trouble: null }],
    ['an unknown reason', { error: null }, { retryable: false, trouble: null }],
  ])('that failed for %s fails the request, and is tried again only where that may help', (_, given, expected) => {
    let thrown: unknown;
    try {
      refuseFailed({ status: 'failed', output: [], ...given });
    } catch (error) {
      thrown = error;
    }
    expect(thrown, 'a failed response is taken for an answer, or for another failure').toMatchObject({
      name: 'ProviderError',
      message: 'The analysis provider failed to answer.',
      code: 'provider_failed',
      ...expected,
    });
  });

  it.each([
    ['invalid_prompt', 'model_declined'],
    ['bio_policy', 'model_declined'],
    ['context_length_exceeded', 'too_long_for_model'],
  ])('that failed with %s says why the call is not judged', (code, reason) => {
    expect(() => refuseFailed({ status: 'failed', output: [], error: { code } })).toThrow(
      expect.objectContaining({ notJudged: reason, retryable: false, trouble: null }),
    );
  });

  it.each<[string, unknown]>([
    ['a finished one', { status: 'completed', output: [] }],
    ['one without a status', { output: [] }],
    ['another shape', { status: 'failed' }],
  ])('passes unchanged where it did not fail: %s', (_, answer) => {
    expect(refuseFailed(answer)).toBe(answer);
  });
});

describe('an error in the place of a chat completion', () => {
  it('says why the call is not judged', () => {
    const inside = { error: { code: 400, message: 'No.', type: 'exceed_context_size_error', n_ctx: 8192 } };
    expect(() => readCompletion(inside)).toThrow(expect.objectContaining({ notJudged: 'too_long_for_model' }));
    expect(() => readCompletion({ error: { code: 'content_filter' } })).toThrow(
      expect.objectContaining({ notJudged: 'model_declined' }),
    );
  });
});

describe('a chat completion', () => {
  const choice = (given: object, finish_reason: string | null = 'stop') => ({
    choices: [{ finish_reason, message: given }],
  });
  it.each<[string, object, Completion]>([
    ['its text', choice({ content: '{"a":1}' }), text('{"a":1}')],
    ['empty text where there is none', choice({ content: null }), text('')],
    ['a refusal', choice({ content: '{}', refusal: 'No.' }), DECLINED],
    ['no refusal where that is empty', choice({ content: '{}', refusal: '' }), text('{}')],
    ['a content filter', choice({ content: '{}' }, 'content_filter'), DECLINED],
    ['a content filter that leaves the message out', { choices: [{ finish_reason: 'content_filter' }] }, DECLINED],
    ['the safety filter of another vendor', choice({ content: null }, 'SAFETY'), DECLINED],
    ['a limit of tokens', choice({ content: '{"a' }, 'length'), TRUNCATED],
    ['text where the server gives no reason for its end', choice({ content: '{}' }, null), text('{}')],
  ])('is read as %s', (what, answer, expected) => {
    expect(readCompletion(answer), `a completion with ${what} is read as something else`).toEqual(expected);
  });

  it.each<[string, unknown]>([
    ['null', null],
    ['no choice', { choices: [] }],
    ['a choice without a message', { choices: [{ finish_reason: 'stop' }] }],
    ['a second choice of another shape', { choices: [{ message: { content: '{}' } }, {}] }],
  ])('is refused in another shape, so that it is asked for again: %s', (_, answer) => {
    expect(() => readCompletion(answer)).toThrow(new UnusableResponseError('The answer is not a chat completion.'));
  });
});
