// Addresses with letters beyond ASCII: what comes back is held against the document, as a strict client does.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OpenAiStub } from '../support/openai-stub.js';
import { startTestService, type TestService, uploadOf } from '../support/running-service.js';
import { providerSettings, recordedCall, startScriptedProvider } from '../support/scripted-call.js';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.js';
import { type CheckedClient, checkedClient, refusalOf } from './checked-client.js';

let provider: OpenAiStub;
let receiver: WebhookReceiver;
let service: TestService;
let api: CheckedClient;
beforeAll(async () => {
  provider = await startScriptedProvider();
  receiver = await startWebhookReceiver();
  service = await startTestService(providerSettings(provider));
  const { liveKey } = await service.openAccount();
  api = checkedClient(service.baseUrl, liveKey);
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
  const [told] = await receiver.requests(1);
  expect(told?.path).toBe('/hook/anr%C3%BCf?gr%C3%B6%C3%9Fe=1');
  const { items } = await api.get('/analysis/{id}/deliveries', { path: { id } });
  expect(items).toMatchObject([{ url: `${receiver.url}/anr%C3%BCf?gr%C3%B6%C3%9Fe=1` }]);
});

it('as long as they are once they are URIs', async () => {
  const webhook_url = `https://example.com/${'ü'.repeat(400)}`;
  const { detail } = await refusalOf(api.post('/analysis', { body: uploadOf(recordedCall(), { webhook_url }) }));
  expect(detail).toMatchObject([{ type: 'string_too_long', loc: ['body', 'webhook_url'] }]);
});
