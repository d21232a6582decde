// What the tests of OpenAiClient cannot bring about with a server: every code of a lost connection, headers, odd errors.
import { APIConnectionError, APIError, APIUserAbortError } from 'openai';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { toProviderError } from '../../../src/adapters/openai/openai-error.js';
import { UnusableResponseError } from '../../../src/adapters/vendor/provider-failure.js';
import { ProviderError } from '../../../src/ports/provider-error.js';

afterEach(() => {
  vi.useRealTimers();
});

const refused = (status: number, error: object = {}, headers: Record<string, string> = {}) =>
  APIError.generate(status, { error: { message: 'No.', ...error } }, undefined, new Headers(headers));

function lost(code: unknown): Error {
  const socket = Object.assign(new Error('socket'), { code });
  return new APIConnectionError({ cause: new Error('fetch failed', { cause: socket }) });
}

describe('a lost connection', () => {
  it.each([
    'ECONNREFUSED',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'ENOTFOUND',
    'EAI_AGAIN',
    'ETIMEDOUT',
    'UND_ERR_CONNECT_TIMEOUT',
  ])('never reached the provider, so that no recording is blamed for it: %s', (code) => {
    expect(toProviderError(lost(code), 'transcription').trouble, `${code} may be blamed on a recording`).toEqual({
      engine: 'transcription',
      reason: 'away',
      certain: true,
      sent: true,
    });
  });

  it.each<[string, unknown]>([
    ['a reset', lost('ECONNRESET')],
    ['no code', lost(undefined)],
    ['a code that is a number', lost(111)],
    ['no error object', 'gone'],
    ['an error of the program', new TypeError('undefined is not a function')],
  ])('may come of the recording itself, and is tried again: %s', (_, error) => {
    expect(toProviderError(error, 'analysis')).toMatchObject({
      message: 'The analysis provider could not be reached.',
      retryable: true,
      pausesEngine: false,
      trouble: { engine: 'analysis', reason: 'away', certain: false },
    });
  });

  it('is a slow provider where the request was aborted', () => {
    expect(toProviderError(new APIUserAbortError(), 'analysis').trouble).toMatchObject({
      reason: 'slow',
      certain: false,
    });
  });
});

describe('an exhausted quota', () => {
  it.each<[string, Error]>([
    ['insufficient_quota for a code', refused(429, { code: 'insufficient_quota' })],
    ['insufficient_quota for a type', refused(429, { type: 'insufficient_quota' })],
    ['billing_hard_limit_reached', refused(400, { code: 'billing_hard_limit_reached' })],
    ['billing_not_active', refused(403, { code: 'billing_not_active' })],
    ['402', refused(402)],
  ])('pauses the engine for an operator: %s', (_, error) => {
    expect(toProviderError(error, 'transcription'), 'calls go on to a provider without quota').toMatchObject({
      message: 'The transcription provider has no quota left for this service.',
      retryable: true,
      pausesEngine: true,
      trouble: { reason: 'quota', certain: true },
    });
  });
});

describe('the wait that a provider asks for', () => {
  it.each<[string, Record<string, string>, number | null]>([
    ['seconds', { 'retry-after': '12' }, 12_000],
    ['parts of a second', { 'retry-after': '1.25' }, 1250],
    ['blanks around it', { 'retry-after': ' 7 ' }, 7000],
    ['milliseconds before seconds', { 'retry-after-ms': '350.4', 'retry-after': '7' }, 350],
    ['a date', { 'retry-after': 'Mon, 23 Nov 2026 04:00:30 GMT' }, 30_000],
    ['a date in another form', { 'retry-after': '2026-11-23T04:00:30+00:00' }, 30_000],
    ['a date that is past', { 'retry-after': 'Mon, 23 Nov 2026 03:00:00 GMT' }, 0],
    ['less than nothing', { 'retry-after-ms': '-5' }, 0],
    ['an hour', { 'retry-after': '3600' }, 3_600_000],
    ['more than an hour', { 'retry-after': '3601' }, 3_600_000],
    ['words', { 'retry-after': 'soon' }, null],
    ['seconds with words', { 'retry-after': '7 minutes' }, null],
    ['words with a number', { 'retry-after': 'soon 7' }, null],
    ['words before a date', { 'retry-after': 'since Mon, 23 Nov 2026 04:00:30 GMT' }, null],
    ['less than no seconds', { 'retry-after': '-5' }, null],
    ['nothing', {}, null],
  ])('is kept, up to an hour: %s', (what, headers, waitMs) => {
    vi.useFakeTimers({ now: Date.parse('2026-11-23T04:00:00Z') });
    for (const status of [429, 408, 409, 500]) {
      const { retryAfterMs } = toProviderError(refused(status, {}, headers), 'analysis');
      expect(retryAfterMs, `${status}: ${what} is read as another wait`).toBe(waitMs);
    }
  });
});

describe('a status', () => {
  it.each<[number, string, boolean]>([
    [499, 'The analysis provider refused the request.', false],
    [500, 'The analysis provider failed to answer.', true],
    [413, 'The call is too long for the analysis provider.', false],
    [422, 'The analysis provider refused the request.', false],
  ])('%d: %s', (status, message, retryable) => {
    expect(toProviderError(refused(status), 'analysis')).toMatchObject({ message, retryable, retryAfterMs: null });
  });

  it('with the parameter "language": the call fails for its language, not for the provider', () => {
    expect(toProviderError(refused(400, { param: 'language' }), 'transcription')).toMatchObject({
      message: 'The transcription provider does not know the language of this call.',
      code: 'language_unsupported',
      retryable: false,
    });
  });
});

describe('a language model that will not judge a call', () => {
  const AZURE = { code: null, innererror: { code: 'ResponsibleAIPolicyViolation' } };
  it.each<[string, number, object, string]>([
    ['OpenAI: the policy on content', 400, { code: 'content_policy_violation' }, 'model_declined'],
    ['OpenAI: a prompt that is flagged', 400, { code: 'invalid_prompt' }, 'model_declined'],
    ['Azure: its filter', 400, { code: 'content_filter', param: 'prompt' }, 'model_declined'],
    ['Azure: the policy in the inner error', 400, AZURE, 'model_declined'],
    ['LiteLLM: Azure’s error', 400, { code: '400', provider_specific_fields: AZURE }, 'model_declined'],
    ['OpenRouter: its moderation', 403, { code: 403, metadata: { reasons: ['violence'] } }, 'model_declined'],
    ['OpenAI: the context', 400, { code: 'context_length_exceeded' }, 'too_long_for_model'],
    ['OpenAI: the longest string', 400, { code: 'string_above_max_length' }, 'too_long_for_model'],
    ['llama.cpp: the context', 400, { code: 400, type: 'exceed_context_size_error' }, 'too_long_for_model'],
    ['llama.cpp as it was', 500, { code: 500, type: 'exceed_context_size_error' }, 'too_long_for_model'],
    [
      'vLLM: the context',
      400,
      { code: 400, message: "This model's maximum context length is 8192 tokens. However, you requested 9000 tokens" },
      'too_long_for_model',
    ],
    ['a server in between: the body', 413, {}, 'too_long_for_model'],
  ])('%s', (_, status, error, reason) => {
    expect(toProviderError(refused(status, error), 'analysis')).toMatchObject({
      retryable: false,
      trouble: null,
      notJudged: reason,
    });
  });

  it.each<[string, number, object]>([
    ['a format that the server does not know', 400, { message: 'response_format not supported' }],
    ['a refused key', 403, { code: 'invalid_api_key' }],
    ['trouble of the server', 500, { code: 'content_filter' }],
    ['too many requests', 429, { message: 'maximum context length of all requests together' }],
  ])('is another thing than %s', (_, status, error) => {
    expect(toProviderError(refused(status, error), 'analysis').notJudged).toBeNull();
  });

  it('is none of the transcription’s', () => {
    expect(toProviderError(refused(400, { code: 'content_filter' }), 'transcription').notJudged).toBeNull();
  });

  it('is told from one that is silent in time that does not grow with the message', () => {
    const message = 'context '.repeat(1_000_000);
    expect(toProviderError(refused(400, { message }), 'analysis').notJudged).toBeNull();
  });
});

describe('an error that is judged already', () => {
  it('stays what it is', () => {
    const error = new ProviderError('No.', { retryable: false });
    expect(toProviderError(error, 'analysis')).toBe(error);
  });

  it.each([new UnusableResponseError('too long'), new SyntaxError('Unexpected token "D", "Dana said" is not JSON')])(
    'is final where the answer cannot be used: %s',
    (error) => {
      expect(toProviderError(error, 'analysis')).toMatchObject({
        message: "The analysis provider's answer could not be used.",
        code: 'provider_failed',
        retryable: false,
      });
    },
  );
});

describe('what the log says of a failure', () => {
  const logged = (error: unknown, task: 'analysis' | 'transcription' = 'analysis') =>
    (toProviderError(error, task).cause as Error).message;

  it('names status, code, parameter and request, without what else they hold', () => {
    const error = refused(400, { code: 'invalid_<value>!', param: 'messages[0].content' }, { 'x-request-id': 'req_7' });
    expect(logged(error)).toBe('status 400, code invalid_value, parameter messages[0].content, request req_7');
    expect(logged(refused(500))).toBe('status 500, code none, parameter none, request none');
    expect(logged(refused(400, { code: 'x'.repeat(70) }))).toContain(`code ${'x'.repeat(64)}, `);
  });

  it('holds no key, and no more than 300 characters of the provider', () => {
    const error = refused(400, { message: `Wrong: sk-abc, key-def "Bearer ghi" in desk-top. ${'x'.repeat(400)}` });
    const words = logged(error, 'transcription').split(', ').slice(4).join(', ');
    expect(words, 'a key stands in the log').toContain('Wrong: [key], [key] "[key]" in desk-top.');
    expect(words.length, 'the words of a provider fill the log').toBe(300);
  });

  it('tells of a lost connection by the error beneath, but never quotes an answer that is not JSON', () => {
    expect(logged(lost('ECONNRESET'))).toBe('Error: fetch failed');
    expect(logged(new UnusableResponseError('The answer is too long.'))).toBe(
      'UnusableResponseError: The answer is too long.',
    );
    expect(logged(new SyntaxError('"Dana said" is not JSON')), 'a transcript stands in the log').toBe(
      'SyntaxError: not JSON',
    );
    expect(logged('gone')).toBe('The request failed without an error object.');
  });
});
