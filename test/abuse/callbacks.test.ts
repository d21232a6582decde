// URLs that clients give: addresses that the service must not connect to, and which events a receiver gets when.
import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, startTestService, type TestService, until, uploadOf } from '../support/apps/running-service.js';
import { providerSettings, recordedCall, startScriptedProvider } from '../support/builders/scripted-call.js';
import { contractFetch } from '../support/clients/responses.js';
import { answerTo } from '../support/matchers/answers.js';
import { holdWrites } from '../support/processes/hold-writes.js';
import type { OpenAiStub } from '../support/stubs/openai-stub.js';
import { startWebhookReceiver, type WebhookReceiver } from '../support/stubs/webhook-receiver.js';

/** Spellings of addresses that lead to this machine, its network or the metadata service of a cloud. */
const PRIVATE_HOSTS = [
  'localhost',
  'LOCALHOST',
  'localhost.',
  'a.localhost',
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '127.255.255.254',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '017700000001',
  '0177.0.0.1',
  '0',
  '0.0.0.0',
  '１２７.０.０.１',
  '127。0。0。1',
  '127%2e0%2e0%2e1',
  '①②⑦.⓪.⓪.①',
  '[::]',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[2002:7f00:1::]',
  '[fe80::1]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '10.0.0.1',
  '172.16.0.1',
  '192.168.1.1',
  '100.64.0.1',
  '169.254.169.254',
  'metadata.google.internal',
] as const;

describe('fault 87: addresses that are not to be visited', () => {
  let service: TestService;
  let account: Account;
  let id: string;
  let port: number;
  const touched: string[] = [];
  const canary = createServer((socket) => {
    touched.push(socket.remoteAddress ?? '');
    socket.destroy();
  });

  beforeAll(async () => {
    await new Promise<void>((resolve) => canary.listen(0, resolve));
    const address = canary.address();
    port = address && typeof address === 'object' ? address.port : 0;
    service = await startTestService({
      OUTBOUND_ALLOW_PRIVATE: 'false',
      TRANSCRIPTION_ENGINE: 'openai',
      OPENAI_API_KEY: 'sk-none',
      OPENAI_BASE_URL: 'http://127.0.0.1:9/v1',
    });
    account = await service.openAccount();
    id = (await submit({ audio_url: 'https://recordings.example.com/a.wav' })).body.id;
  });
  afterAll(async () => {
    await service?.stop();
    await new Promise((done) => canary.close(done));
  });

  async function post(path: string, body: object) {
    const response = await contractFetch(`${service.baseUrl}${path}`, {
      method: 'POST',
      headers: { 'x-api-key': account.liveKey, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    return answerTo(`POST ${path}`, { status: response.status, text, body: JSON.parse(text) });
  }
  const submit = (fields: object) =>
    post('/analysis', { audio_url: 'https://recordings.example.com/a.wav', agent_id: 'a', contact_id: 'c', ...fields });

  const everyWay = async (url: string) => [
    { field: 'webhook_url', answer: await submit({ webhook_url: url }) },
    { field: 'audio_url', answer: await submit({ audio_url: url }) },
    { field: 'webhook_url', answer: await post(`/analysis/${id}/webhook`, { webhook_url: url }) },
    { field: 'url', answer: await post('/webhooks/test', { url }) },
  ];

  it.each(PRIVATE_HOSTS)('%s is refused in each field that takes a URL, without details [fault 87]', async (host) => {
    for (const { field, answer } of await everyWay(`http://${host}:${port}/hook`)) {
      await expect(answer, field).toAnswer(422);
      expect(answer.body.detail).toEqual([
        { type: 'value_error', loc: ['body', field], msg: 'URL should point to a public address' },
      ]);
    }
    expect(touched).toEqual([]);
  });

  it.each([
    ['port 22', 'https://example.com:22/'],
    ['port 6379', 'https://example.com:6379/'],
    ['credentials', 'https://user:secret@example.com/'],
    ['four kilobytes', `https://example.com/${'a'.repeat(4_000)}`],
    ['another scheme', 'gopher://example.com/'],
    ['a line feed', 'https://example.com/\r\nX-Injected: 1'],
  ])('%s is refused in each [fault 87]', async (_, url) => {
    for (const { field, answer } of await everyWay(url)) {
      await expect(answer, field).toAnswer(422);
      expect(answer.body.detail).toMatchObject([{ loc: ['body', field] }]);
      expect(answer.text).not.toContain('secret');
    }
  });

  it('a name in another script is taken', async () => {
    const url = 'https://bücher.example/hook';
    const response = await fetch(`${service.baseUrl}/analysis`, {
      method: 'POST',
      headers: { 'x-api-key': account.liveKey, 'content-type': 'application/json' },
      body: JSON.stringify({ audio_url: url, agent_id: 'a', contact_id: 'c', webhook_url: url }),
    });
    const webhookUrl = JSON.parse(await response.text()).metadata.webhook_url;
    await expect(response).toAnswer(201);
    expect(webhookUrl).toEqual('https://xn--bcher-kva.example/hook');
  });

  it('a name that resolves to this machine is refused at the look-up, with a sentence without details [fault 87]', async () => {
    // The URL is written into the row past the check of the request, as if a DNS record had changed since.
    const { body } = await submit({});
    await service.db.query('UPDATE analysis SET source_url = $2, run_after = now() WHERE id = $1', [
      body.id,
      `http://localhost:${port}/a.wav`,
    ]);
    const failed = await until(async () => {
      const response = await fetch(`${service.baseUrl}/analysis/${body.id}`, {
        headers: { 'x-api-key': account.liveKey },
      });
      const seen = JSON.parse(await response.text());
      return seen.status !== 'processing' && seen;
    }, 'the call to fail');
    expect(failed).toBeInStatus('failed');
    expect(failed.metadata.error_message).not.toMatch(/localhost|127\.|::1|\d{4,}/);
    expect(touched).toEqual([]);
  });
});

describe('fault 89: an address that is registered around the end of its call', () => {
  let provider: OpenAiStub;
  let receiver: WebhookReceiver;
  let service: TestService;
  let account: Account;
  beforeAll(async () => {
    provider = await startScriptedProvider();
    receiver = await startWebhookReceiver();
    service = await startTestService(providerSettings(provider));
    account = await service.openAccount();
  });
  afterAll(async () => {
    await service?.stop();
    await receiver?.close();
    await provider?.close();
  });

  const headers = () => ({ 'x-api-key': account.liveKey });
  const submit = async (fields: Record<string, string> = {}) => {
    const body = uploadOf(recordedCall(), fields);
    const response = await contractFetch(`${service.baseUrl}/analysis`, { method: 'POST', headers: headers(), body });
    return String(JSON.parse(await response.text()).id);
  };
  const register = async (id: string, path: string) => {
    const response = await contractFetch(`${service.baseUrl}/analysis/${id}/webhook`, {
      method: 'POST',
      headers: { ...headers(), 'content-type': 'application/json' },
      body: JSON.stringify({ webhook_url: `${receiver.url}/${path}` }),
    });
    await expect(response).toAnswer(200);
    return JSON.parse(await response.text());
  };
  /** The ids of the events that came. An event may come again where its answer came late. */
  const eventsAt = (path: string) => [
    ...new Set(
      receiver.received.filter((each) => each.path === `/hook/${path}`).map((each) => each.headers['webhook-id']),
    ),
  ];
  const allDelivered = () =>
    until(async () => {
      const { rows } = await service.db.query(
        "SELECT count(*)::int AS n FROM webhook_delivery WHERE status <> 'delivered'",
      );
      return rows[0].n === 0;
    }, 'the deliveries');

  it('during the final transaction: sent once to the new URL, and at most once to the old one, under another id [fault 89]', async () => {
    const held = await holdWrites(service.db, 'ledger_entry');
    const id = await submit({ webhook_url: `${receiver.url}/old` });
    await held.reached();
    const registered = register(id, 'new');
    // The request waits for the lock of the row, or gets it before the transaction. It is answered in both cases.
    await held.release();
    await registered;
    await until(async () => eventsAt('new').length > 0, 'the notification');
    await allDelivered();
    expect(eventsAt('new'), 'events at the new URL').toHaveLength(1);
    expect(eventsAt('old').length).toBeLessThanOrEqual(1);
    expect([...new Set([...eventsAt('new'), ...eventsAt('old')])], 'event ids').toHaveLength(
      eventsAt('new').length + eventsAt('old').length,
    );
  });

  it('after the end, twice at once: an event of its own for each, and none is lost [fault 89]', async () => {
    const id = await submit();
    await until(async () => {
      const response = await fetch(`${service.baseUrl}/analysis/${id}`, { headers: headers() });
      return JSON.parse(await response.text()).status === 'completed';
    }, 'the call');
    const answers = await Promise.all([register(id, 'twice'), register(id, 'twice')]);
    for (const { metadata } of answers) expect(metadata.webhook_url).toBe(`${receiver.url}/twice`);
    await until(async () => eventsAt('twice').length >= 2, 'both notifications');
    await allDelivered();
    expect(eventsAt('twice'), 'events for two registrations at once').toHaveLength(2);
  });
});
