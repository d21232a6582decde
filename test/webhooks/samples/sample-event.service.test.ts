// POST /webhooks/test.
import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { setUpWebhooks, type WebhookApp } from '../../support/apps/webhook-app.js';
import { answering, type WebhookReceiver } from '../../support/stubs/webhook-receiver.js';

let service: WebhookApp;
let receiver: WebhookReceiver;
let accountId: string;

setUpWebhooks({ waitsMs: [] }, (given) => {
  ({ service, receiver, accountId } = given);
});

describe('a sample', () => {
  it('is sent at once and signed, and the answer shows its outcome', async () => {
    const answer = await service.request('POST', '/webhooks/test', { url: receiver.url });
    const [received] = receiver.received;
    await expect(answer).toAnswer(200, {
      id: received?.headers['webhook-id'],
      object: 'webhook_test',
      url: receiver.url,
      delivered: true,
      status_code: 200,
      duration_ms: expect.any(Number),
      error: null,
      request: {
        method: 'POST',
        url: receiver.url,
        headers: expect.toSatisfy(
          (shown: Readonly<Record<string, string>>) =>
            shown['webhook-signature'] !== undefined &&
            Object.entries(shown).every(([name, value]) => received?.headers[name] === value),
        ),
        body: received?.body,
      },
    });
    const { secret } = await service.secrets.get(accountId);
    expect(new Webhook(secret).verify(received?.body ?? '', received?.headers ?? {})).toMatchObject({
      event: 'analysis.completed',
      livemode: false,
      data: { object: 'analysis', status: 'completed', results: { compliance: { score: 100 } } },
    });
  });

  it('quotes in its findings what its own transcript says', async () => {
    await service.request('POST', '/webhooks/test', { url: receiver.url });
    const { data } = JSON.parse(receiver.received[0]?.body ?? '{}');
    const citations = [...Object.values(data.results.compliance), ...Object.values(data.results.quality)].flatMap(
      (finding) => (finding as { citations?: { segment_id: number; quote: string }[] }).citations ?? [],
    );
    expect(citations.length, 'quotations of the sample').toBeGreaterThan(0);
    for (const { segment_id, quote } of citations) expect(data.transcript.segments[segment_id].text).toContain(quote);
  });

  it('shows the status of a receiver that refuses, and nothing of its reply', async () => {
    receiver.behave(answering(403));
    const answer = await service.request('POST', '/webhooks/test', { url: receiver.url });
    await expect(answer).toAnswer(
      200,
      expect.objectContaining({ delivered: false, status_code: 403, error: 'unsuccessful_status' }),
    );
    expect(JSON.stringify(answer)).not.toContain('must not be shown');
  });

  it.each([
    ['', 'url_parsing'],
    ['nonsense', 'url_parsing'],
    ['ftp://example.com', 'url_parsing'],
    ['http://user:secret@example.com', 'value_error'],
    ['http://example.com:6379/', 'value_error'],
  ])('is not sent to %j', async (url, type) => {
    const answer = await service.request('POST', '/webhooks/test', { url });
    await expect(answer).toAnswer(
      422,
      expect.objectContaining({ detail: [expect.objectContaining({ type, loc: ['body', 'url'] })] }),
    );
    const named = await service.request('POST', '/webhooks/test', { webhook_url: url });
    await expect(named).toAnswer(
      422,
      expect.objectContaining({ detail: [expect.objectContaining({ type, loc: ['body', 'webhook_url'] })] }),
    );
  });

  it('needs its URL', async () => {
    const answer = await service.request('POST', '/webhooks/test', {});
    await expect(answer).toAnswer(
      422,
      expect.objectContaining({
        detail: [expect.objectContaining({ type: 'missing', loc: ['body', 'webhook_url'], msg: 'Field required' })],
      }),
    );
  });

  it('goes to webhook_url; the name url still works, and both together only where they agree [settled 44]', async () => {
    const path = '/webhooks/test';
    const other = `${receiver.url}/2`;
    await expect(await service.request('POST', path, { webhook_url: receiver.url })).toAnswer(
      200,
      expect.objectContaining({ url: receiver.url, delivered: true }),
    );
    await expect(await service.request('POST', path, { webhook_url: other, url: other })).toAnswer(200);
    await expect(await service.request('POST', path, { webhook_url: null, url: other })).toAnswer(200);
    await expect(await service.request('POST', path, { webhook_url: receiver.url, url: other })).toAnswer(422, {
      detail: [
        {
          type: 'value_error',
          loc: ['body', 'url'],
          msg: 'Value error, url and webhook_url must not differ',
        },
      ],
    });
    expect(receiver.received, 'samples that arrived, of three good requests').toHaveLength(3);
  });

  it('tells of a failure where it is asked to [settled 44]', async () => {
    const answer = await service.request('POST', '/webhooks/test', {
      webhook_url: receiver.url,
      event: 'analysis.failed',
    });
    await expect(answer).toAnswer(200);
    expect(JSON.parse(receiver.received[0]?.body ?? '{}')).toMatchObject({
      event: 'analysis.failed',
      livemode: false,
      data: { status: 'failed', transcript: null, results: null, metadata: { error_code: 'not_audio' } },
    });
    const unknown = await service.request('POST', '/webhooks/test', { webhook_url: receiver.url, event: 'x' });
    await expect(unknown).toAnswer(
      422,
      expect.objectContaining({ detail: [expect.objectContaining({ type: 'enum', loc: ['body', 'event'] })] }),
    );
  });

  it.each([
    ['analysis.reviewed', { review: { object: 'review', analysis_id: '00000000-0000-4000-8000-000000000000' } }],
    ['analysis.corrected', { correction: { object: 'correction', status: 'completed' } }],
  ])('of %s carries what was done to the analysis, beside it', async (event, done) => {
    await expect(await service.request('POST', '/webhooks/test', { webhook_url: receiver.url, event })).toAnswer(200);
    expect(JSON.parse(receiver.received[0]?.body ?? '{}')).toMatchObject({
      event,
      data: { status: 'completed', results: { compliance: { score: 100 } }, ...done },
    });
    const analysis_id = await service.analysis(accountId);
    const ofOwn = await service.request('POST', '/webhooks/test', { webhook_url: receiver.url, event, analysis_id });
    await expect(ofOwn).toAnswer(422);
  });

  it('carries an analysis of the account, in the state that the event tells of [settled 44]', async () => {
    const analysisId = await service.analysis(accountId);
    const ask = (more: object) =>
      service.request('POST', '/webhooks/test', { webhook_url: receiver.url, analysis_id: analysisId, ...more });
    await expect(await ask({})).toAnswer(200, expect.objectContaining({ delivered: true }));
    expect(JSON.parse(receiver.received[0]?.body ?? '{}')).toMatchObject({
      id: expect.stringMatching(/^evt_test_/),
      livemode: false,
      data: { id: analysisId, status: 'completed', livemode: true },
    });
    await expect(await ask({ event: 'analysis.failed' })).toAnswer(422, {
      detail: [
        {
          type: 'value_error',
          loc: ['body', 'analysis_id'],
          msg: 'Value error, the analysis must be failed for the event analysis.failed',
        },
      ],
    });
    await expect(await ask({ analysis_id: randomUUID() })).toAnswer(404, { detail: 'Analysis not found' });
    service.actAs(accountId, false);
    await expect(await ask({})).toAnswer(403, {
      detail: 'This analysis is of live mode. Use a live API key or an access token.',
    });
    service.actAs(await service.account());
    await expect(await ask({})).toAnswer(404);
    expect(receiver.received, 'samples that arrived, of one good request').toHaveLength(1);
  });

  it('is not sent in test mode: the answer shows the signed request [settled 45]', async () => {
    service.actAs(accountId, false);
    const answer = await service.request('POST', '/webhooks/test', { webhook_url: receiver.url });
    await expect(answer).toAnswer(
      200,
      expect.objectContaining({ url: receiver.url, delivered: false, status_code: null, duration_ms: 0, error: null }),
    );
    const { id, request } = answer.body as { id: string; request: ShownRequest };
    expect(request).toMatchObject({ method: 'POST', url: receiver.url, headers: { 'webhook-id': id } });
    const { secret } = await service.secrets.get(accountId);
    expect(new Webhook(secret).verify(request.body, { ...request.headers })).toMatchObject({ id, livemode: false });
    expect(receiver.received, 'A sample leaves in test mode').toHaveLength(0);
  });
});

interface ShownRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}
