// GET /search: what was said, found in calls that went through the service, for their owner alone.

import type { DataSource } from 'typeorm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, startTestService, type TestService, until } from '../support/apps/running-service.js';
import { openDataSource } from '../support/builders/listing-data.js';
import { addSaidCall } from '../support/builders/said-calls.js';
import { providerSettings, startScriptedProvider } from '../support/builders/scripted-call.js';
import { type Ask, askAs, upload } from '../support/clients/interface-client.js';
import type { OpenAiStub } from '../support/stubs/openai-stub.js';

let provider: OpenAiStub;
let service: TestService;
let dataSource: DataSource;
let account: Account;
let ask: Ask;
let accountId: string;

beforeAll(async () => {
  provider = await startScriptedProvider();
  service = await startTestService(providerSettings(provider));
  dataSource = await openDataSource(service.env.DATABASE_URL ?? '');
  account = await service.openAccount();
  ask = askAs(service, account);
  accountId = (await ask('/users/me')).body.id;
});
afterAll(async () => {
  await dataSource?.destroy();
  await service?.stop();
  await provider?.close();
});

const search = (query: Readonly<Record<string, string | number>>, of = ask) =>
  of(
    `/search?${new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]))}`,
  );
const add = (text: string, createdAt?: Date, livemode = true) =>
  addSaidCall(dataSource, accountId, {
    segments: [{ speaker: 'agent', text }],
    livemode,
    ...(createdAt && { createdAt }),
  });

describe('GET /search', () => {
  it('finds a call from the moment it is completed', async () => {
    const { id } = (await ask('/analysis', upload('agent-7', 'cust-42'))).body;
    await until(async () => (await ask(`/analysis/${id}`)).body.status === 'completed', 'the analysis');
    const { transcript, created } = (await ask(`/analysis/${id}`)).body;
    const { id: segmentId, speaker, start, end, text } = transcript.segments[0];
    const answer = await search({ q: `"${text}"` });
    await expect(answer).toAnswer(200);
    expect(answer.body).toEqual({
      items: [
        {
          analysis_id: id,
          created,
          agent_id: 'agent-7',
          hits: [{ segment_id: segmentId, speaker, start, end, snippet: expect.stringContaining(text.slice(0, 20)) }],
        },
      ],
      total: 1,
      skip: 0,
      limit: 20,
    });
    await expect(await ask(`/analysis/${id}`, { method: 'DELETE' })).toAnswer(200);
    expect((await search({ q: `"${text}"` })).body.total).toBe(0);
  });

  it('is of the account and the mode of the credential', async () => {
    await add('quokka', undefined, true);
    await add('quokka quokka', undefined, false);
    const snippets = (answer: Awaited<ReturnType<typeof search>>) =>
      answer.body.items.map(({ hits }: { hits: { snippet: string }[] }) => hits[0]?.snippet);
    expect(snippets(await search({ q: 'quokka' }))).toEqual(['quokka']);
    expect(snippets(await search({ q: 'quokka', livemode: 'false' }))).toEqual(['quokka quokka']);
    const stranger = askAs(service, await service.openAccount());
    expect((await search({ q: 'quokka' }, stranger)).body).toEqual({ items: [], total: 0, skip: 0, limit: 20 });
  });

  it.each(['-', '*', '"', '-refund', '😀', '...'])('refuses %s, which looks for nothing', async (q) => {
    await expect(await search({ q })).toAnswer(422, {
      detail: [
        {
          type: 'value_error',
          loc: ['query', 'q'],
          msg: 'Value error, it must hold a word that is wanted',
          input: q,
        },
      ],
    });
  });

  it('refuses what is missing, too long or not known', async () => {
    const fault = async (query: Readonly<Record<string, string | number>>) => {
      const answer = await search(query);
      await expect(answer).toAnswer(422);
      return answer.body.detail.map(({ type, loc }: { type: string; loc: string[] }) => `${loc.join('.')} ${type}`);
    };
    expect(await fault({})).toEqual(['query.q missing']);
    expect(await fault({ q: '' })).toEqual(['query.q string_too_short']);
    expect(await fault({ q: 'a'.repeat(201) })).toEqual(['query.q string_too_long']);
    expect(await fault({ q: 'a', speaker: 'nobody' })).toEqual(['query.speaker enum']);
    expect(await fault({ q: 'a', limit: 51 })).toEqual(['query.limit less_than_equal']);
    expect(await fault({ q: 'a', skip: 10_001 })).toEqual(['query.skip less_than_equal']);
  });

  it.each([
    `'); DROP TABLE call_words; --`,
    `a & !b | (c <-> d):*AB`,
    `${'-a '.repeat(66)}b`,
    'a '.repeat(100),
    '"a b" '.repeat(33),
    'a*'.repeat(100),
    '退'.repeat(200),
    `${'x'.repeat(199)}*`,
    `b${'\u0301'.repeat(199)}`,
    '\u202eb\u200f \u05e9\u05dc',
    '\\ \' " b',
  ])('answers %j', async (q) => {
    await expect(await search({ q })).toAnswer(200, { items: [], total: 0, skip: 0, limit: 20 });
  });

  it('takes a character that no database holds for a fault', async () => {
    const answer = await ask('/search?q=refund%00');
    expect([200, 422]).toContain(answer.status);
  });
});
