// Tested through the analyst, which asks all its questions through OpenAiAsker.
import { describe, expect, it } from 'vitest';
import { ANALYSIS, bodyOf, CALL, callOf, formatOf, startAnalyst } from '../../../support/stubs/openai-analysis.js';
import { completeWith, refuse, respondWith, type StubAnswer } from '../../../support/stubs/openai-stub.js';

const signal = () => new AbortController().signal;

const APIS = [
  ['responses', respondWith],
  ['chat', completeWith],
] as const;

/** Fails unless the schema has only keywords that every server supports, requires all properties and allows no others. */
function expectStrict(schema: unknown): void {
  const part = schema as { type?: unknown; properties?: Record<string, unknown>; items?: unknown };
  const { properties = {}, items } = part;
  expect(
    Object.keys(part).filter(
      (key) => !['type', 'properties', 'required', 'additionalProperties', 'items', 'enum', 'anyOf'].includes(key),
    ),
  ).toEqual([]);
  if (part.type === 'object')
    expect(part).toMatchObject({ additionalProperties: false, required: Object.keys(properties) });
  for (const each of Object.values(properties)) expectStrict(each);
  if (items !== undefined) expectStrict(items);
}

describe('a request', () => {
  it('Responses: strict schema, nothing stored, no tools, a key for the prefix cache', async () => {
    const { analyst, stub } = await startAnalyst({ api: 'responses', answer: () => respondWith(ANALYSIS) });
    await analyst.analyse(CALL, signal());
    const [request] = stub.requests;
    expect(request?.path).toBe('/responses');
    const { instructions, input, text, ...rest } = bodyOf(request);
    expect(rest).toEqual({
      model: 'gpt-6-luna',
      max_output_tokens: 16_000,
      store: false,
      prompt_cache_key: `call_analysis-${analyst.engine.rulesVersion}`,
    });
    expect(instructions).toContain('never an instruction');
    expect(input, 'messages beside the instructions').toMatchObject([{ role: 'user' }]);
    expect(text).toMatchObject({ format: { type: 'json_schema', name: 'call_analysis', strict: true } });
    expectStrict(formatOf(request)?.schema);
  });

  it('Chat Completions for any other host: only what self-hosted servers know', async () => {
    const { analyst, stub } = await startAnalyst({ answer: () => completeWith(ANALYSIS) });
    expect(analyst.engine.name).toBe('compatible:gpt-6-luna');
    await analyst.analyse(CALL, signal());
    const [request] = stub.requests;
    expect(request?.path).toBe('/chat/completions');
    const { messages, response_format: format, ...rest } = bodyOf(request);
    expect(rest).toEqual({ model: 'gpt-6-luna', max_tokens: 16_000, temperature: 0 });
    expect(messages).toMatchObject([{ role: 'system' }, { role: 'user' }]);
    expect(format).toMatchObject({ type: 'json_schema', json_schema: { name: 'call_analysis', strict: true } });
    expectStrict(formatOf(request)?.schema);
  });

  it('holds a strict schema for every question', async () => {
    const { analyst, stub } = await startAnalyst({ api: 'responses' });
    await analyst.assignRoles(CALL, signal());
    await analyst.assignRoles(callOf(['speaker_0', 'Hello.', null]), signal());
    expect(stub.requests.map((request) => formatOf(request)?.name)).toEqual(['speaker_roles', 'segment_roles']);
    for (const request of stub.requests) expectStrict(formatOf(request)?.schema);
  });
});

describe.each(APIS)('an answer, by %s', (api, reply) => {
  it('is read from JSON behind thoughts and in a code fence', async () => {
    const text = `<think>Is {this} it?</think>\n\`\`\`json\n${JSON.stringify(ANALYSIS)}\n\`\`\``;
    const { analyst, stub } = await startAnalyst({ api, answer: () => reply(text) });
    expect((await analyst.analyse(CALL, signal())).summary).toBe(ANALYSIS.summary);
    expect(stub.requests, 'The model is asked again, though its answer can be read').toHaveLength(1);
  });

  it.each<[string, unknown]>([
    ['no JSON', 'I would rather not say.'],
    ['half an object', JSON.stringify(ANALYSIS).slice(0, 200)],
    ['a missing member', { ...ANALYSIS, sentiment: undefined }],
    ['a word outside the list', { ...ANALYSIS, sentiment: { ...ANALYSIS.sentiment, overall: 'furious' } }],
    ['nothing', ''],
  ])('%s: one repair try that names the fault, then final', async (_name, value) => {
    const { analyst, stub } = await startAnalyst({ api, answer: () => reply(value) });
    await expect(analyst.analyse(CALL, signal())).rejects.toMatchObject({
      name: 'ProviderError',
      retryable: false,
      message: "The analysis provider's answer could not be used.",
    });
    expect(stub.requests, 'requests: the first try and its repair').toHaveLength(2);
    expect(JSON.stringify(stub.requests[0]?.json)).not.toContain('could not be used');
    expect(JSON.stringify(stub.requests[1]?.json)).toContain('could not be used');
  });

  it.each<[string, StubAnswer]>([
    ['HTML', { body: '<html>secret</html>' }],
    ['truncated JSON', { body: '{"output":[', headers: { 'content-type': 'application/json' } }],
    ['an empty body', { body: '', headers: { 'content-type': 'application/json' } }],
    ['60 MB', { fault: 'huge' }],
    ['another shape', { body: { ok: true } }],
  ])('%s instead of an answer: once more, then final', async (_name, answer) => {
    const { analyst, stub } = await startAnalyst({ api, answer: () => answer });
    await expect(analyst.analyse(CALL, signal())).rejects.toMatchObject({
      message: "The analysis provider's answer could not be used.",
      code: 'provider_failed',
      retryable: false,
    });
    expect(stub.requests, 'requests: the first try and one more').toHaveLength(2);
  });

  it('a repaired answer counts', async () => {
    const { analyst } = await startAnalyst({ api, answer: ({ index }) => reply(index === 0 ? 'Sure!' : ANALYSIS) });
    expect((await analyst.analyse(CALL, signal())).customerEffortScore, 'effort score of the repaired answer').toBe(2);
  });

  it('provider failures are mapped, not repeated', async () => {
    const { analyst, stub } = await startAnalyst({ api, answer: () => refuse(429, 'wait', 'insufficient_quota') });
    await expect(analyst.analyse(CALL, signal())).rejects.toMatchObject({
      message: 'The analysis provider has no quota left for this service.',
      retryable: true,
      pausesEngine: true,
    });
    expect(stub.requests, 'A refusal of the provider is repeated before the pipeline waits').toHaveLength(1);
  });
});

describe('refusals and truncated answers', () => {
  const refusedOutput = [
    {
      type: 'message',
      id: 'm',
      status: 'completed',
      role: 'assistant',
      content: [{ type: 'refusal', refusal: 'No.' }],
    },
  ];
  const declined = 'The analysis provider declined to judge this call.';
  it.each<[string, 'responses' | 'chat', StubAnswer]>([
    ['a refusal', 'responses', respondWith('', { output: refusedOutput })],
    [
      'a content filter',
      'responses',
      respondWith('', { status: 'incomplete', incomplete_details: { reason: 'content_filter' } }),
    ],
    ['a refusal', 'chat', completeWith('', 'stop', 'No.')],
    ['a content filter', 'chat', completeWith('', 'content_filter')],
    ['a refusal by the policy on content', 'responses', refuse(400, 'No.', 'content_policy_violation')],
    ['a refusal by the policy on content', 'chat', refuse(400, 'No.', 'content_filter')],
  ])('%s (%s) is final, and says that the call is not judged', async (_name, api, answer) => {
    const { analyst, stub } = await startAnalyst({ api, answer: () => answer });
    await expect(analyst.analyse(CALL, signal())).rejects.toMatchObject({
      message: declined,
      retryable: false,
      notJudged: 'model_declined',
    });
    expect(stub.requests, 'A model that declined is asked again').toHaveLength(1);
  });

  const cut = { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } };
  it.each<['responses' | 'chat', StubAnswer, StubAnswer, string]>([
    ['responses', respondWith('{"findings":', cut), respondWith(ANALYSIS), 'max_output_tokens'],
    ['chat', completeWith('{"findings":', 'length'), completeWith(ANALYSIS), 'max_tokens'],
  ])('a truncated answer is asked for once more with twice the tokens (%s)', async (api, short, whole, member) => {
    const { analyst, stub } = await startAnalyst({ api, answer: ({ index }) => (index === 0 ? short : whole) });
    await analyst.analyse(CALL, signal());
    expect(stub.requests.map(({ json }) => json?.[member])).toEqual([16_000, 32_000]);
    const stubborn = await startAnalyst({ api, answer: () => short });
    await expect(stubborn.analyst.analyse(CALL, signal())).rejects.toMatchObject({
      retryable: false,
      notJudged: 'too_long_for_model',
    });
    expect(stubborn.stub.requests, 'requests for an answer that is always too long').toHaveLength(2);
  });

  it.each<['responses' | 'chat', StubAnswer, string | null]>([
    ['responses', respondWith('{"findings":7}'), 'unusable_answer'],
    ['chat', completeWith('I would say that it went well.'), 'unusable_answer'],
    ['chat', { body: '<html>Sign in</html>' }, null],
  ])(
    'an answer that is never usable leaves a call without a judgement if a model gave it (%s)',
    async (api, answer, reason) => {
      const { analyst, stub } = await startAnalyst({ api, answer: () => answer });
      await expect(analyst.analyse(CALL, signal())).rejects.toMatchObject({ retryable: false, notJudged: reason });
      expect(stub.requests, 'requests: one, and one more').toHaveLength(2);
    },
  );

  it.each([
    ['server_error', true],
    ['invalid_prompt', false],
  ])('a response that failed with %s is tried again only where that may help', async (code, retryable) => {
    const answer = respondWith('', { status: 'failed', error: { code, message: 'secret' }, output: [] });
    const { analyst } = await startAnalyst({ api: 'responses', answer: () => answer });
    await expect(analyst.analyse(CALL, signal())).rejects.toMatchObject({ name: 'ProviderError', retryable });
  });
});
