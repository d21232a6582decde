import { describe, expect, it } from 'vitest';
import { ANALYSIS_INSTRUCTIONS } from '../../../src/adapters/model/analysis-prompt.js';
import { FORM_INSTRUCTIONS } from '../../../src/adapters/model/form-prompt.js';
import { ModelCallAnalyst } from '../../../src/adapters/model/model.call-analyst.js';
import { ModelFormJudge } from '../../../src/adapters/model/model.form-judge.js';
import { ModelSpanProposer } from '../../../src/adapters/model/model.span-proposer.js';
import type { ProviderCall } from '../../../src/platform/operations/provider-calls.js';
import type { AskedQuestion } from '../../../src/ports/form-judge.js';
import { describeCallAnalyst } from '../../ports/call-analyst.contract.js';
import {
  type AnthropicSetting,
  messageWith,
  refuseMessages,
  startAnthropicAsker,
  toolUseWith,
} from '../../support/stubs/anthropic-stub.js';
import { ANALYSIS, CALL, callOf } from '../../support/stubs/openai-analysis.js';
import { PROVIDER_SECRET } from '../../support/stubs/openai-failures.js';
import type { StubAnswer, StubRequest } from '../../support/stubs/openai-stub.js';

const signal = () => new AbortController().signal;
async function startAnalyst(setting: AnthropicSetting = {}) {
  const { asker, stub } = await startAnthropicAsker(setting);
  return { analyst: new ModelCallAnalyst({ asker, warn: () => undefined }), stub };
}
async function startJudge(setting: AnthropicSetting = {}) {
  const { asker, stub } = await startAnthropicAsker(setting);
  return { judge: new ModelFormJudge({ asker, price: null }), stub };
}

interface Sent {
  readonly max_tokens: number;
  readonly system: ReadonlyArray<{ readonly text: string; readonly cache_control?: object }>;
  readonly messages: ReadonlyArray<{ readonly content: Sent['system'] }>;
  readonly output_config?: { readonly format: { readonly schema: { readonly properties: object } } };
  readonly tools?: readonly [{ readonly name: string; readonly input_schema: object }];
  readonly tool_choice?: object;
}
const sent = (request: StubRequest | undefined): Sent => Object(request?.json);

const ROLES = { speakers: [{ label: 'agent', role: 'agent', confidence: 3 }] };
const SEGMENTS = { agent_segments: [0, 77], customer_segments: [1], confidence: 3 };
/** An answer to any question about a call, by the members of its schema. */
function answerTo(request: StubRequest): object {
  const schema = JSON.stringify(request.json?.output_config);
  if (schema.includes('agent_segments')) return SEGMENTS;
  return schema.includes('"speakers"') ? ROLES : ANALYSIS;
}

const FAILURES: ReadonlyArray<{ what: string; retryable: boolean; answer: StubAnswer }> = [
  { what: 'the key is refused', retryable: true, answer: refuseMessages(401, 'authentication_error', PROVIDER_SECRET) },
  {
    what: 'the model is not offered',
    retryable: true,
    answer: refuseMessages(404, 'not_found_error', PROVIDER_SECRET),
  },
  { what: 'the rate is exceeded', retryable: true, answer: refuseMessages(429, 'rate_limit_error', PROVIDER_SECRET) },
  {
    what: 'the provider is overloaded',
    retryable: true,
    answer: refuseMessages(529, 'overloaded_error', PROVIDER_SECRET),
  },
  { what: 'a proxy fails', retryable: true, answer: { status: 502, body: `<html>${PROVIDER_SECRET}</html>` } },
  { what: 'the connection breaks', retryable: true, answer: { fault: 'reset' } },
  {
    what: 'the request is refused',
    retryable: false,
    answer: refuseMessages(400, 'invalid_request_error', PROVIDER_SECRET),
  },
  { what: 'the answer is a page', retryable: false, answer: { body: `<html>${PROVIDER_SECRET}</html>` } },
  { what: 'the answer has another shape', retryable: false, answer: { body: { result: PROVIDER_SECRET } } },
];
const ODD: Readonly<Record<string, StubAnswer>> = {
  'no content': messageWith('', { content: [] }),
  'a list': messageWith('[]'),
  'JSON that is cut off': messageWith('{"findings":{"greeting"'),
  'an empty object': messageWith({}),
  'content of another shape': messageWith('', { content: [{ type: 'image' }, 7] }),
  'a refusal': messageWith('', { stop_reason: 'refusal', stop_details: { type: 'refusal', category: null } }),
  'no usage': messageWith(ANALYSIS, { usage: null }),
};

describeCallAnalyst('anthropic', {
  working: async () => (await startAnalyst({ answer: (request) => messageWith(answerTo(request)) })).analyst,
  stuck: async () => {
    const { analyst, stub } = await startAnalyst({ answer: () => ({ fault: 'hang' }) });
    return { analyst, started: () => stub.received(1) };
  },
  answering: async () => {
    const { analyst, stub } = await startAnalyst({ answer: () => ({ ...messageWith(ANALYSIS), fault: 'stall' }) });
    return { analyst, started: () => expect.poll(() => stub.bytesSent()).toBeGreaterThan(0) };
  },
  odd: Object.entries(ODD).map(([what, answer]) => ({
    what,
    analyst: async () => (await startAnalyst({ answer: () => answer })).analyst,
  })),
  failures: FAILURES.map(({ answer, ...failure }) => ({
    ...failure,
    analyst: async () => (await startAnalyst({ answer: () => answer })).analyst,
  })),
  secrets: [PROVIDER_SECRET, '127.0.0.1'],
  unusable: async () => {
    const { analyst, stub } = await startAnalyst();
    await stub.close();
    return analyst;
  },
});

const YES = { answer: 'yes', confidence: 1, rationale: 'Said.', quotes: [] };
const QUESTION: AskedQuestion = {
  key: 'notice',
  text: 'Was it said that the call is recorded?',
  guidance: null,
  speaker: 'agent',
  within: null,
  answers: [{ key: 'yes', label: 'Yes', needsQuote: true }],
  na: false,
};
const FORM_ANSWERS = { answers: [{ ...YES, question: 'notice' }] };

describe('a request', () => {
  it('has a limit, the schema by the native form, and nothing of the call before what is cached', async () => {
    const { analyst, stub } = await startAnalyst({ answer: () => messageWith(ANALYSIS) });
    expect(analyst.engine.name).toBe('anthropic:claude-sonnet-5');
    await analyst.analyse(CALL, signal());
    const [request] = stub.requests;
    expect(request?.headers).toMatchObject({
      authorization: `Bearer ${PROVIDER_SECRET}`,
      'anthropic-version': '2026-10-21',
    });
    const { system, messages, output_config: config, ...rest } = sent(request);
    expect(rest).toEqual({ model: 'claude-sonnet-5', max_tokens: 16_000 });
    expect(system).toEqual([{ type: 'text', text: ANALYSIS_INSTRUCTIONS, cache_control: { type: 'ephemeral' } }]);
    expect(messages, 'messages beside the instructions').toHaveLength(1);
    expect(Object.keys(config?.format.schema.properties ?? {})).toContain('findings');
  });

  it('of a form marks its questions too, and the transcript stands behind them', async () => {
    const { judge, stub } = await startJudge({ answer: () => messageWith(FORM_ANSWERS) });
    await judge.answer(CALL, [QUESTION], signal());
    await judge.answer(callOf(['customer', 'Another call.']), [QUESTION], signal());
    const [first, second] = stub.requests.map((request) => sent(request).messages[0]?.content ?? []);
    expect(first?.[0]).toMatchObject({
      text: expect.stringContaining(QUESTION.text),
      cache_control: { type: 'ephemeral' },
    });
    expect(second?.[0], 'what is cached for one form').toEqual(first?.[0]);
    expect(first?.[0]?.text).not.toContain('transcript-');
    expect(first?.[1]?.text).toContain('Thank you for calling Acme');
    expect(first?.[1]).not.toHaveProperty('cache_control');
    expect(sent(stub.requests[0]).system[0]?.text).toBe(FORM_INSTRUCTIONS);
  });

  it('for spans is valid as well', async () => {
    const { asker, stub } = await startAnthropicAsker({ answer: () => messageWith({ spans: [] }) });
    expect(await new ModelSpanProposer({ asker }).propose(CALL, ['person_name'], signal())).toEqual([]);
    expect(stub.requests, 'requests for one part').toHaveLength(1);
  });
});

const invalid = (message: string) => refuseMessages(400, 'invalid_request_error', message);
describe('what a model cannot do is learnt once', () => {
  const NO_FORMAT = 'output_config.format: Extra inputs are not permitted';
  const NO_TOOL = 'tool_choice: type "tool" and "any" are not supported for this model.';
  it.each<[string, number, (body: Sent) => StubAnswer | null, (body: Sent) => void]>([
    [
      'one forced tool, without the native form (anomalyco/models.dev#1765)',
      2,
      (body) => (body.output_config ? invalid(NO_FORMAT) : null),
      (body) => expect(body.tool_choice).toMatchObject({ type: 'tool', name: 'call_analysis' }),
    ],
    [
      'the schema in words, without both (can1357/oh-my-pi#12939)',
      3,
      (body) =>
        body.output_config ? invalid('The compiled grammar is too large') : body.tools ? invalid(NO_TOOL) : null,
      (body) => expect(body.system[0]?.text).toContain('The schema: {'),
    ],
    [
      'a smaller limit (NousResearch/hermes-agent#90376)',
      2,
      ({ max_tokens: limit }) =>
        limit > 8192
          ? invalid(`max_tokens: ${limit} > 8192, which is the maximum allowed number of output tokens for m`)
          : null,
      (body) => expect(body.max_tokens).toBe(8192),
    ],
    [
      'the room that the transcript leaves (docker/docker-agent#569)',
      2,
      ({ max_tokens: limit }) =>
        limit > 12_000
          ? invalid(
              `input length and \`max_tokens\` exceed context limit: 188000 + ${limit} > 200000, decrease input length or \`max_tokens\` and try again`,
            )
          : null,
      ({ max_tokens: limit }) => expect(limit).toBe(200_000 - Math.ceil(1.05 * 188_000)),
    ],
    [
      'no marks for a cache',
      2,
      (body) =>
        JSON.stringify(body).includes('cache_control')
          ? invalid('system.0.cache_control: Extra inputs are not permitted')
          : null,
      (body) => expect(body.output_config).toBeDefined(),
    ],
  ])('%s', async (_, first, refusal, expected) => {
    const answer = (request: StubRequest) =>
      refusal(sent(request)) ?? (sent(request).tools ? toolUseWith('call_analysis', ANALYSIS) : messageWith(ANALYSIS));
    const { analyst, stub } = await startAnalyst({ answer });
    for (let asked = 0; asked < 3; asked += 1) {
      expect((await analyst.analyse(CALL, signal())).summary).toBe(ANALYSIS.summary);
      expect(stub.requests, 'one request a question after the first answer').toHaveLength(first + asked);
    }
    expected(sent(stub.requests.at(-1)));
    for (const request of stub.requests) expect(sent(request).max_tokens).toBeGreaterThan(0);
  });

  it('ends within four requests where no answer is JSON', async () => {
    const { analyst, stub } = await startAnalyst({ answer: () => messageWith('It went well.') });
    await expect(analyst.analyse(CALL, signal())).rejects.toMatchObject({
      code: 'provider_failed',
      notJudged: 'unusable_answer',
    });
    expect(stub.requests.length).toBeLessThanOrEqual(4);
  });
});

describe('the end of an answer', () => {
  it('at the limit is asked for once more with twice the tokens', async () => {
    const cut = messageWith('{"findings":', { stop_reason: 'max_tokens' });
    const { analyst, stub } = await startAnalyst({
      answer: ({ index }) => (index === 0 ? cut : messageWith(ANALYSIS)),
    });
    await analyst.analyse(CALL, signal());
    expect(stub.requests.map((request) => sent(request).max_tokens)).toEqual([16_000, 32_000]);
  });

  it.each<[string, StubAnswer, string]>([
    ['a refusal', messageWith('', { stop_reason: 'refusal' }), 'model_declined'],
    ['the window', messageWith('{', { stop_reason: 'model_context_window_exceeded' }), 'too_long_for_model'],
    ['a filter', invalid('Output blocked by content filtering policy'), 'model_declined'],
    ['a long transcript', invalid('prompt is too long: 208310 tokens > 200000 maximum'), 'too_long_for_model'],
    [
      'a large request',
      refuseMessages(413, 'request_too_large', 'Request exceeds the maximum size'),
      'too_long_for_model',
    ],
  ])('by %s leaves the call without a judgement', async (_, answer, notJudged) => {
    const { analyst, stub } = await startAnalyst({ answer: () => answer });
    await expect(analyst.analyse(CALL, signal())).rejects.toMatchObject({ retryable: false, notJudged });
    expect(stub.requests, 'A model that declined is asked again').toHaveLength(1);
  });
});

it('counts what was written to the cache, and what was read from it, as input', async () => {
  const calls: ProviderCall[] = [];
  const usage = { input_tokens: 100, output_tokens: 50, cache_creation_input_tokens: 20, cache_read_input_tokens: 900 };
  const answer = () => messageWith(FORM_ANSWERS, { usage });
  const { judge } = await startJudge({ answer, onCall: (call) => calls.push(call) });
  const tokens = { inputTokens: 1020, outputTokens: 50 };
  expect(await judge.answer(CALL, [QUESTION], signal())).toMatchObject({ ...tokens, cachedInputTokens: 900 });
  expect(calls).toMatchObject([{ task: 'analysis', purpose: 'evaluation', outcome: 'done', ...tokens }]);
});

describe('trouble of the provider', () => {
  it.each<[StubAnswer, object]>([
    [
      refuseMessages(529, 'overloaded_error', 'Overloaded', { 'retry-after': '7' }),
      { retryAfterMs: 7000, trouble: { reason: 'busy', certain: true } },
    ],
    [
      refuseMessages(429, 'rate_limit_error', 'Slow down', { 'retry-after': '3' }),
      { retryAfterMs: 3000, trouble: { reason: 'busy', certain: true } },
    ],
    [
      invalid('Your credit balance is too low to access the Anthropic API.'),
      { pausesEngine: true, trouble: { reason: 'quota', certain: true } },
    ],
    [refuseMessages(402, 'billing_error', 'No.'), { pausesEngine: true, trouble: { reason: 'quota' } }],
    [refuseMessages(500, 'api_error', 'Internal'), { trouble: { reason: 'failing', certain: false } }],
  ])('is waited for: %j', async (answer, expected) => {
    const { analyst, stub } = await startAnalyst({ answer: () => answer });
    await expect(analyst.analyse(CALL, signal())).rejects.toMatchObject({ retryable: true, ...expected });
    expect(stub.requests, 'attempts of the SDK').toHaveLength(1);
  });

  it('includes an answer that does not come in time, and excludes one that is too long', async () => {
    const slow = await startAnalyst({ answer: () => ({ fault: 'stall', body: ANALYSIS }), deadlineMs: 100 });
    await expect(slow.analyst.analyse(CALL, signal())).rejects.toMatchObject({ trouble: { reason: 'slow' } });
    const huge = await startAnalyst({ answer: () => ({ fault: 'huge' }) });
    await expect(huge.analyst.analyse(CALL, signal())).rejects.toMatchObject({
      code: 'provider_failed',
      retryable: false,
    });
  });
});

it('warns at the start where the provider does not list its model', async () => {
  const missing = await startAnthropicAsker({ models: () => refuseMessages(404, 'not_found_error', 'model: x') });
  expect(await missing.asker.check()).toEqual([
    { level: 'warn', sentence: 'The analysis provider does not list the configured model claude-sonnet-5.' },
  ]);
  expect(missing.stub.requests.map(({ path }) => path)).toEqual(['/models/claude-sonnet-5']);
  expect(await (await startAnthropicAsker()).asker.check()).toEqual([]);
});
