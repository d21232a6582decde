// Servers as public reports tell of them: what each cannot do is learnt from its first answers.
import { describe, expect, it } from 'vitest';
import { EngineLearning } from '../../../../src/platform/operations/engine-learning.js';
import { ANALYSIS, CALL, startAnalyst } from '../../../support/stubs/openai-analysis.js';
import { completeWith, refuse, type StubAnswer } from '../../../support/stubs/openai-stub.js';
import { SERVER_BEHAVIOURS, type ServerBehaviour } from '../../../support/stubs/server-behaviours.js';

const signal = () => new AbortController().signal;

async function startServer(
  { api = 'chat', serve }: Partial<ServerBehaviour> & Pick<ServerBehaviour, 'serve'>,
  learning = new EngineLearning(),
) {
  const { analyst, stub } = await startAnalyst({
    learning,
    api,
    answer: ({ json }) => serve(json ?? {}, JSON.stringify(ANALYSIS)),
  });
  const ask = async () => expect((await analyst.analyse(CALL, signal())).summary).toBe(ANALYSIS.summary);
  return { ask, analyst, stub, bodies: () => stub.requests.map(({ json }) => JSON.stringify(json)) };
}

const LIMIT = /"max_(?:completion_|output_)?tokens":\d/;
const SCHEMA: Readonly<Record<ServerBehaviour['schema'], RegExp>> = {
  schema: /"type":"json_schema"/,
  tool: /"tool_choice"/,
  words: /The schema: \{/,
};

describe('a server, after its first answer, is asked once a question [engines 1]', () => {
  it.each(SERVER_BEHAVIOURS)('$what ($source)', async (behaviour) => {
    const { ask, stub, bodies } = await startServer(behaviour);
    await ask();
    expect(stub.requests, 'requests of the first question').toHaveLength(behaviour.first);
    await ask();
    await ask();
    expect(stub.requests, 'requests of three questions').toHaveLength(behaviour.first + 2);
    for (const body of bodies()) expect(body, 'a request without a limit').toMatch(LIMIT);
    for (const body of bodies().slice(behaviour.first)) expect(body).toMatch(SCHEMA[behaviour.schema]);
  });
});

const GPT_5 = SERVER_BEHAVIOURS[0] as ServerBehaviour;

describe('what was learnt', () => {
  it('is kept for an hour over restarts, and then asked for again', async () => {
    let now = 0;
    const rows = new Map<string, { learnt: object; at: number }>();
    const store = {
      read: async ({ engine, server }: { engine: string; server: string }) => {
        const row = rows.get(`${engine} ${server}`);
        return row && now - row.at < 3_600_000 ? { learnt: { ...row.learnt }, ageMs: now - row.at } : null;
      },
      add: async ({ engine, server }: { engine: string; server: string }, learnt: object) => {
        const row = rows.get(`${engine} ${server}`);
        rows.set(`${engine} ${server}`, { learnt: { ...row?.learnt, ...learnt }, at: row?.at ?? now });
      },
    };
    const start = () => {
      const learning = new EngineLearning(() => now);
      learning.keepIn(store);
      return learning;
    };
    const { ask, analyst, stub } = await startServer(GPT_5, start());
    await ask();
    now = 3_500_000;
    await ask();
    expect(stub.requests, 'requests within the hour').toHaveLength(4);
    expect([...rows.values()]).toEqual([{ learnt: { limit: 'max_completion_tokens', temperature: 'refused' }, at: 0 }]);
    // Another process, started within the hour.
    const restarted = start();
    const of = { engine: analyst.engine.name, server: [...rows.keys()][0]?.split(' ')[1] ?? '' };
    expect(await restarted.recall(of)).toEqual({ limit: 'max_completion_tokens', temperature: 'refused' });
    now = 3_600_001;
    expect(await restarted.recall(of), 'facts of more than an hour ago').toEqual({});
    await ask();
    expect(stub.requests, 'requests of a question after the hour').toHaveLength(7);
  });

  it('fails no question where the store fails', async () => {
    const learning = new EngineLearning();
    const broken = () => Promise.reject(new Error('no Postgres'));
    learning.keepIn({ read: broken, add: broken });
    const { ask, stub } = await startServer(GPT_5, learning);
    await ask();
    await ask();
    expect(stub.requests, 'requests of two questions').toHaveLength(4);
  });

  it('is nothing where the transcript alone was refused', async () => {
    let refused = true;
    const odd = refuse(400, 'Invalid request.');
    const serve = (): StubAnswer => (refused ? odd : completeWith(ANALYSIS));
    const { ask, analyst, stub, bodies } = await startServer({ serve });
    await expect(analyst.analyse(CALL, signal())).rejects.toMatchObject({ code: 'provider_refused', retryable: false });
    expect(stub.requests.length, 'requests of a refused transcript').toBeLessThanOrEqual(4);
    refused = false;
    await ask();
    expect(bodies().at(-1)).toMatch(SCHEMA.schema);
  });
});

describe('a server that never gives JSON', () => {
  it.each<[string, ServerBehaviour['serve']]>([
    ['prose', () => completeWith('I would say that it went well.')],
    ['nothing', () => completeWith('')],
    ['a page', () => ({ body: '<html>Sign in</html>' })],
    [
      'prose, after each format was refused',
      (body) =>
        body.response_format || body.tools ? refuse(400, 'response_format, tools: unsupported') : completeWith('Well.'),
    ],
  ])('ends within four requests: %s', async (_, serve) => {
    const { analyst, stub } = await startServer({ serve });
    await expect(analyst.analyse(CALL, signal())).rejects.toMatchObject({ code: 'provider_failed', retryable: false });
    expect(stub.requests.length).toBeLessThanOrEqual(4);
  });

  it('ends within four requests where it refuses every request', async () => {
    const { analyst, stub } = await startServer({ serve: () => refuse(400, 'response_format, tools: unsupported') });
    await expect(analyst.analyse(CALL, signal())).rejects.toMatchObject({ code: 'provider_refused', retryable: false });
    expect(stub.requests, 'requests, of which none was taken').toHaveLength(4);
  });
});

const RETURNED = { error: { message: 'Provider returned error', code: 429, metadata: { raw: 'x' } } };
it.each([
  { choices: [], ...RETURNED },
  { choices: [{ finish_reason: 'error', message: { content: '{' }, ...RETURNED }] },
])('trouble in an answer with status 200 is trouble (BerriAI/litellm#8448): %j', async (body) => {
  const { analyst } = await startServer({ serve: () => ({ body }) });
  await expect(analyst.analyse(CALL, signal())).rejects.toMatchObject({
    retryable: true,
    trouble: { reason: 'busy', certain: true },
  });
});

describe('the cheaper tier for work in the background', () => {
  const tierOf = ({ json }: { json: object | null }) => json && 'service_tier' in json;
  async function startTier(serve: ServerBehaviour['serve'], deadlineMs?: number) {
    let isBackground = true;
    const { analyst, stub } = await startAnalyst({
      api: 'responses',
      background: { serviceTier: 'flex', isBackground: () => isBackground },
      ...(deadlineMs && { deadlineMs }),
      answer: ({ json }) => serve(json ?? {}, JSON.stringify(ANALYSIS)),
    });
    return { ask: () => analyst.analyse(CALL, signal()), urgent: () => (isBackground = false), stub };
  }
  const answered: ServerBehaviour['serve'] = (_, answer) => ({
    body: { status: 'completed', output: [{ type: 'message', content: [{ type: 'output_text', text: answer }] }] },
  });

  it('is asked for by such work alone', async () => {
    const { ask, urgent, stub } = await startTier(answered);
    await ask();
    urgent();
    await ask();
    expect(stub.requests.map(tierOf)).toEqual([true, false]);
  });

  it.each<[string, StubAnswer]>([
    ['has no capacity', refuse(429, 'Resource Unavailable', 'resource_unavailable')],
    ['is not known (can1357/oh-my-pi#6451)', refuse(400, 'Unsupported service_tier: flex', 'invalid_request_error')],
    ['leaves the request unanswered', { fault: 'hang' }],
  ])('gives way to the ordinary one where it %s, and is left out for an hour', async (_, refusal) => {
    const { ask, stub } = await startTier(
      (body, text) => ('service_tier' in body ? refusal : answered(body, text)),
      400,
    );
    await ask();
    await ask();
    expect(stub.requests.map(tierOf)).toEqual([true, false, false]);
  });

  it('does not hide that the provider is busy', async () => {
    const { ask, stub } = await startTier(() => refuse(429, 'Rate limit reached for requests'));
    await expect(ask()).rejects.toMatchObject({ trouble: { reason: 'busy' } });
    expect(stub.requests, 'requests to a busy provider').toHaveLength(1);
  });
});
