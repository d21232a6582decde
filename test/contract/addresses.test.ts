// URLs and e-mail addresses with letters beyond ASCII: every answer is checked against the OpenAPI document, as a strict client
// does.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService, type TestService, uploadOf } from '../support/apps/running-service.js';
import { providerSettings, recordedCall, startScriptedProvider } from '../support/builders/scripted-call.js';
import { type CheckedPaths, checkedPaths } from '../support/clients/checked-paths.js';
import { refusalOf } from '../support/clients/refusal.js';
import type { OpenAiStub } from '../support/stubs/openai-stub.js';
import { startWebhookReceiver, type WebhookReceiver } from '../support/stubs/webhook-receiver.js';

let provider: OpenAiStub;
let receiver: WebhookReceiver;
let service: TestService;
let api: CheckedPaths;
beforeAll(async () => {
  provider = await startScriptedProvider();
  receiver = await startWebhookReceiver();
  service = await startTestService(providerSettings(provider));
  const { liveKey } = await service.openAccount();
  api = checkedPaths(service.baseUrl, liveKey);
});
afterAll(async () => {
  await service?.stop();
  await receiver?.close();
  await provider?.close();
});

it('come back as URIs, from both forms of a submission and from a registration', async () => {
  const json = { agent_id: 'a', contact_id: 'c', audio_url: 'https://bücher.invalid/größe.wav' };
  const byUrl = await api.post('/analysis', { body: { ...json, webhook_url: 'https://rückruf.invalid' } });
  expect(byUrl.metadata.webhook_url).toBe('https://xn--rckruf-3ya.invalid/');
  const form = uploadOf(recordedCall(), { webhook_url: 'https://rückruf.invalid/ä' });
  expect((await api.post('/analysis', { body: form })).metadata.webhook_url).toBe(
    'https://xn--rckruf-3ya.invalid/%C3%A4',
  );
  const registered = await api.post('/analysis/{id}/webhook', {
    path: { id: byUrl.id },
    body: { webhook_url: 'https://例え.invalid/?q=ü' },
  });
  expect(registered.metadata.webhook_url).toBe('https://xn--r8jz45g.invalid/?q=%C3%BC');
});

it('are told at what they lead to', async () => {
  const webhook_url = `${receiver.url}/anrüf?größe=1`;
  const { id } = await api.post('/analysis', { body: uploadOf(recordedCall(), { webhook_url }) });
  const [webhook] = await receiver.requests(1);
  expect(webhook?.path).toBe('/hook/anr%C3%BCf?gr%C3%B6%C3%9Fe=1');
  const { items } = await api.get('/analysis/{id}/deliveries', { path: { id } });
  expect(items).toMatchObject([{ url: `${receiver.url}/anr%C3%BCf?gr%C3%B6%C3%9Fe=1` }]);
});

it('as long as they are once they are URIs', async () => {
  const webhook_url = `https://example.com/${'ü'.repeat(400)}`;
  const { detail } = await refusalOf(api.post('/analysis', { body: uploadOf(recordedCall(), { webhook_url }) }));
  expect(detail).toMatchObject([{ type: 'string_too_long', loc: ['body', 'webhook_url'] }]);
});

it('of mail come back as they were given', async () => {
  const body = { email: 'jürgen@bücher.example', password: 'correct horse battery' };
  expect((await checkedPaths(service.baseUrl).post('/auth/register', { body })).email).toBe(body.email);
  const { accessToken, password } = await service.openAccount();
  const changes = { email: 'jörg@bücher.example', current_password: password };
  const user = checkedPaths(service.baseUrl, accessToken);
  expect((await user.put('/users/me', { body: changes })).pending_email).toBe(changes.email);
});

it('are https only where the analysis is live', async () => {
  const production = await startTestService({
    NODE_ENV: 'production',
    PROCESS: 'api',
    REQUIRE_HTTPS: 'false',
    JWT_SECRET: 'a secret of the tests, long enough',
  });
  try {
    const { accessToken, liveKey } = await production.openAccount();
    const user = checkedPaths(production.baseUrl, accessToken);
    const { key } = await user.post('/api-keys', { body: { name: 'Test', mode: 'test' } });
    const [live, test] = [checkedPaths(production.baseUrl, liveKey), checkedPaths(production.baseUrl, key)];
    const body = { agent_id: 'a', contact_id: 'c', audio_url: 'https://recordings.example.com/a.wav' };
    const ofLive = { path: { id: (await live.post('/analysis', { body })).id } };
    const ofTest = { path: { id: (await test.post('/analysis', { body })).id } };
    const plain = { body: { webhook_url: 'http://hooks.example.com/calls' } };
    expect(await refusalOf(live.post('/analysis/{id}/webhook', { ...ofLive, ...plain }))).toEqual({
      status: 422,
      detail: [{ type: 'value_error', loc: ['body', 'webhook_url'], msg: "URL scheme should be 'https'" }],
    });
    expect((await live.get('/analysis/{id}', ofLive)).metadata.webhook_url).toBeNull();
    for (const client of [live, test]) {
      const { metadata } = await client.post('/analysis/{id}/webhook', { ...ofTest, ...plain });
      expect(metadata.webhook_url).toBe(plain.body.webhook_url);
    }
  } finally {
    await production.stop();
  }
});
