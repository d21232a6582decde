import { describe, expect, it } from 'vitest';
import { SPAN_INSTRUCTIONS, SPAN_PROMPT_VERSION } from '../../../src/adapters/model/span-prompt.js';
import type { ProviderCall } from '../../../src/platform/operations/provider-calls.js';
import type { CallToSearch } from '../../../src/ports/span-proposer.js';
import { describeSpanProposer } from '../../ports/span-proposer.contract.js';
import { bodyOf, formatOf, startSpanProposer } from '../../support/stubs/openai-analysis.js';
import { OPENAI_FAILURES, PROVIDER_SECRET } from '../../support/stubs/openai-failures.js';
import {
  completeWith,
  refuse,
  respondWith,
  type StubAnswer,
  type StubRequest,
} from '../../support/stubs/openai-stub.js';

const signal = () => new AbortController().signal;
const BOTH = ['person_name', 'postal_address'] as const;
const DANA = { segment_id: 0, type: 'person_name', quote: 'Dana Miller' };
const callOf = (...texts: readonly string[]): CallToSearch => ({
  segments: texts.map((text, id) => ({ id, speaker: id % 2 === 0 ? 'customer' : null, text })),
  language: 'en',
});
const CALL = callOf('I am Dana Miller, card [CARD_NUMBER_1].', 'Thank you, Dana.');

const messageOf = (request: StubRequest | undefined): string => {
  const { input, messages } = bodyOf(request);
  return input?.[0]?.content ?? messages?.at(-1)?.content ?? '';
};
const sentIds = (request: StubRequest | undefined) =>
  [...messageOf(request).matchAll(/^\{"i":(\d+)/gm)].map(([, id]) => Number(id));

const ODD: Readonly<Record<string, unknown>> = {
  'no object': '[]',
  'JSON that is cut off': '{"spans":[',
  'another shape': { result: PROVIDER_SECRET },
  'a type that does not exist': { spans: [{ ...DANA, type: 'card_number' }] },
  'a segment that does not exist': {
    spans: [
      { ...DANA, segment_id: 99 },
      { ...DANA, segment_id: -1.5 },
    ],
  },
  'members that are new': { spans: [{ ...DANA, new_member: 1 }], new_member: {} },
  'empty quotations': {
    spans: [
      { ...DANA, quote: '' },
      { ...DANA, quote: ' ' },
    ],
  },
};

for (const [api, reply] of [
  ['responses', respondWith],
  ['chat', completeWith],
] as const) {
  const proposerOf = (answer: (request: StubRequest) => StubAnswer) => startSpanProposer({ api, answer });
  describeSpanProposer(`openai, ${api}`, {
    working: async () => (await proposerOf(() => reply({ spans: [DANA] }))).proposer,
    stuck: async () => {
      const { proposer, stub } = await proposerOf(() => ({ fault: 'hang' }));
      return { proposer, started: () => stub.received(1) };
    },
    odd: [
      ...Object.entries(ODD).map(([what, value]) => ({
        what,
        proposer: async () => (await proposerOf(() => reply(value))).proposer,
      })),
      {
        what: 'a refusal that repeats the call',
        proposer: async () => (await proposerOf(() => refuse(400, 'Not allowed: I am Dana Miller'))).proposer,
      },
    ],
    failures: OPENAI_FAILURES.map(({ answer, ...failure }) => ({
      ...failure,
      proposer: async () => (await proposerOf(() => answer)).proposer,
    })),
    secrets: [PROVIDER_SECRET],
    absent: { noCase: 'a model is configured wherever this proposer is chosen' },
  });
}

describe('a request', () => {
  it('Responses: strict schema, nothing stored, no tools, one cache key', async () => {
    const { proposer, stub } = await startSpanProposer({
      api: 'responses',
      answer: () => respondWith({ spans: [DANA] }),
    });
    expect(proposer.engine).toEqual({ name: 'openai:gpt-6-luna', promptVersion: SPAN_PROMPT_VERSION });
    expect(proposer.isCharged, 'its requests are charged').toBe(true);
    expect(await proposer.propose(CALL, BOTH, signal())).toEqual([
      { segmentId: 0, type: 'person_name', quote: 'Dana Miller' },
    ]);
    const { instructions, input, text, ...rest } = bodyOf(stub.requests[0]);
    expect(stub.requests[0]?.path).toBe('/responses');
    expect(rest).toEqual({
      model: 'gpt-6-luna',
      max_output_tokens: 12_000,
      store: false,
      prompt_cache_key: `sensitive_spans-${SPAN_PROMPT_VERSION}`,
    });
    expect(instructions).toBe(SPAN_INSTRUCTIONS);
    expect(input, 'messages beside the instructions').toMatchObject([{ role: 'user' }]);
    expect(text).toMatchObject({ format: { type: 'json_schema', name: 'sensitive_spans', strict: true } });
  });

  it('Chat: the same schema, no fields that only OpenAI knows', async () => {
    const { proposer, stub } = await startSpanProposer({ api: 'chat', answer: () => completeWith({ spans: [] }) });
    await proposer.propose(CALL, BOTH, signal());
    expect(stub.requests[0]?.path).toBe('/chat/completions');
    expect(Object.keys(stub.requests[0]?.json ?? {}).sort()).toEqual([
      'max_tokens',
      'messages',
      'model',
      'response_format',
      'temperature',
    ]);
    expect(formatOf(stub.requests[0])?.name).toBe('sensitive_spans');
  });

  it('names the types that are wanted, and holds each segment as one line within a random fence', async () => {
    const { proposer, stub } = await startSpanProposer({ answer: () => completeWith({ spans: [] }) });
    await proposer.propose(CALL, ['postal_address'], signal());
    const lines = messageOf(stub.requests[0]).split('\n');
    expect(lines[0]).toBe('Find every postal_address of this call. Language: en.');
    const fence = /"(transcript-[0-9a-f]{24})"/.exec(lines[1] ?? '')?.[1];
    expect(lines.slice(2)).toEqual([
      fence,
      '{"i":0,"speaker":"customer","text":"I am Dana Miller, card [CARD_NUMBER_1]."}',
      '{"i":1,"speaker":null,"text":"Thank you, Dana."}',
      fence,
    ]);
  });

  it('is not sent where nothing is wanted, and where nothing was said', async () => {
    const { proposer, stub } = await startSpanProposer({ answer: () => completeWith({ spans: [DANA] }) });
    expect(await proposer.propose(CALL, [], signal())).toEqual([]);
    expect(await proposer.propose(callOf('…', '44'), BOTH, signal())).toEqual([]);
    expect(stub.requests).toEqual([]);
  });

  it('is counted as one of masking', async () => {
    const calls: ProviderCall[] = [];
    const { proposer } = await startSpanProposer({
      answer: () => completeWith({ spans: [] }),
      onCall: (call) => calls.push(call),
    });
    await proposer.propose(CALL, BOTH, signal());
    expect(calls).toMatchObject([{ task: 'analysis', purpose: 'redaction', outcome: 'done' }]);
  });
});

describe('a long call', () => {
  it('goes in parts, each with the segments before it, and none is left out', async () => {
    const call = callOf(
      ...Array.from({ length: 4_000 }, (_, id) => `This is segment number ${id} of a very long call.`),
    );
    const { proposer, stub } = await startSpanProposer({
      answer: (request) => {
        const [first = 0] = sentIds(request);
        return completeWith({ spans: [{ segment_id: first, type: 'person_name', quote: 'This' }] });
      },
    });
    const proposed = await proposer.propose(call, BOTH, signal());
    expect(stub.requests.length).toBeGreaterThan(3);
    expect(proposed, 'spans, one of each request').toHaveLength(stub.requests.length);
    const sent = stub.requests.map(sentIds);
    expect(new Set(sent.flat()).size, 'segments that were sent').toBe(4_000);
    for (const [at, ids] of sent.entries()) if (at > 0) expect(ids.slice(0, 3)).toEqual(sent[at - 1]?.slice(-3));
    for (const request of stub.requests) expect(messageOf(request).length).toBeLessThan(100_000);
  });

  it('in one segment goes as one part', async () => {
    const { proposer, stub } = await startSpanProposer({ answer: () => completeWith({ spans: [] }) });
    await proposer.propose(callOf('word '.repeat(90_000)), BOTH, signal());
    expect(stub.requests, 'requests about one long segment').toHaveLength(1);
  });
});

it('drops types that were not asked for, and segments that were not sent', async () => {
  const spans = [{ ...DANA, type: 'postal_address' }, { ...DANA, segment_id: 7 }, DANA];
  const { proposer } = await startSpanProposer({ answer: () => completeWith({ spans }) });
  expect(await proposer.propose(CALL, ['person_name'], signal())).toEqual([
    { segmentId: 0, type: 'person_name', quote: 'Dana Miller' },
  ]);
});
