// POST /analysis/{id}/webhook: what is stored, what is notified, and what is refused. Nothing is sent here: deliveries are
// recorded.
import { randomUUID } from 'node:crypto';
import { getQueueToken } from '@nestjs/bull';
import type { Queue } from 'bull';
import { describe, expect, it } from 'vitest';
import type { IdempotentRequest } from '../../src/platform/http/idempotency/idempotent-request.js';
import { OutboundDoor } from '../../src/platform/outbound/outbound-door.js';
import { DELIVERIES_QUEUE } from '../../src/platform/queue/queue-names.js';
import type { DeliveryJob } from '../../src/webhooks/deliveries.service.js';
import { WebhookRegistrationController } from '../../src/webhooks/webhook-registration.controller.js';
import { WebhookRegistration } from '../../src/webhooks/webhook-registration.js';
import { setUpWebhooks, type WebhookApp } from '../support/apps/webhook-app.js';
import { eventually } from '../support/processes/eventually.js';

const URL_NOW = 'https://hooks.example.com/now';

let service: WebhookApp;
let accountId: string;

setUpWebhooks({ sends: false, door: new OutboundDoor({ allowPrivate: false, production: true }) }, (given) => {
  ({ service, accountId } = given);
});

const register = (analysisId: string, body: object) => service.request('POST', `/analysis/${analysisId}/webhook`, body);

function recorded(analysisId: string): Promise<{ id: string; event: string; url: string; status: string }[]> {
  return service.sql.query('SELECT id, event, url, status FROM webhook_delivery WHERE analysis_id = $1', [analysisId]);
}

async function storedWebhook(analysisId: string): Promise<{ url: string; events: string[] }> {
  const [stored] = await service.sql.query(
    'SELECT webhook_url AS url, webhook_events AS events FROM analysis WHERE id = $1',
    [analysisId],
  );
  return stored;
}

/** To the state in which a worker still works on it. */
async function putBack(analysisId: string): Promise<void> {
  await service.sql.query("UPDATE analysis SET status = 'processing', settled_at = NULL WHERE id = $1", [analysisId]);
}

describe('a webhook that is registered for a call', () => {
  it.each([
    ['completed', 'analysis.completed'],
    ['failed', 'analysis.failed'],
  ])('which is %s is notified at once of %s', async (status, event) => {
    const analysisId = await service.analysis(accountId, { status, url: 'https://hooks.example.com/before' });
    const events = ['analysis.completed', 'analysis.failed'];
    const answer = await register(analysisId, { webhook_url: URL_NOW, webhook_events: events });
    await expect(answer, 'the analysis with its new webhook').toAnswer(
      200,
      expect.objectContaining({
        id: analysisId,
        metadata: expect.objectContaining({ webhook_url: URL_NOW, webhook_events: events }),
      }),
    );
    const [delivery, ...more] = await recorded(analysisId);
    expect(delivery, 'the notification that is due').toMatchObject({ event, url: URL_NOW, status: 'pending' });
    expect(more, 'further notifications').toEqual([]);
    const queue: Queue<DeliveryJob> = service.app.get(getQueueToken(DELIVERIES_QUEUE));
    await eventually(async () => {
      const wanted = (await queue.getWaiting()).flatMap(({ data }) => data.deliveryIds);
      expect(wanted, 'deliveries that senders were told of').toContain(delivery?.id);
    });
  });

  it.each([
    ['is still worked on', 'processing', ['analysis.completed', 'analysis.failed']],
    ['has failed, which it does not ask for', 'failed', ['analysis.completed']],
    ['is completed, which it does not ask for', 'completed', ['analysis.failed']],
  ])('which %s is not notified', async (_, status, events) => {
    const analysisId = await service.analysis(accountId, { status: status === 'failed' ? status : 'completed' });
    if (status === 'processing') await putBack(analysisId);
    const queue: Queue<DeliveryJob> = service.app.get(getQueueToken(DELIVERIES_QUEUE));
    const jobs = await queue.count();
    await expect(await register(analysisId, { webhook_url: URL_NOW, webhook_events: events })).toAnswer(200);
    expect(await storedWebhook(analysisId), 'the webhook as it is stored').toEqual({ url: URL_NOW, events });
    expect(await recorded(analysisId), 'notifications that were not asked for').toEqual([]);
    expect(await queue.count(), 'jobs for senders').toBe(jobs);
  });

  it('keeps the events of the earlier registration where it names none', async () => {
    const analysisId = await service.analysis(accountId, { status: 'failed' });
    await register(analysisId, { webhook_url: 'https://hooks.example.com/first', webhook_events: ['analysis.failed'] });
    expect(await register(analysisId, { webhook_url: URL_NOW })).toMatchObject({
      body: { metadata: { webhook_url: URL_NOW, webhook_events: ['analysis.failed'] } },
    });
    const urls = (await recorded(analysisId)).map(({ url }) => url).sort();
    expect(urls, 'who was told of the failure').toEqual(['https://hooks.example.com/first', URL_NOW]);
  });

  it.each([
    ['test', false],
    ['live', true],
  ])('of test mode with a %s key is notified of nothing: the delivery is suppressed', async (_, keyLivemode) => {
    const analysisId = await service.analysis(accountId, { livemode: false });
    service.actAs(accountId, keyLivemode);
    await register(analysisId, { webhook_url: URL_NOW });
    expect(await recorded(analysisId), 'what is recorded').toMatchObject([{ status: 'suppressed' }]);
  });

  it.each(['processing', 'completed'])('of live mode with a test key is refused while it is %s', async (status) => {
    const before = { url: 'https://hooks.example.com/before', events: ['analysis.completed'] };
    const analysisId = await service.analysis(accountId, { url: before.url });
    if (status === 'processing') await putBack(analysisId);
    service.actAs(accountId, false);
    const webhook = { webhook_url: URL_NOW, webhook_events: ['evaluation.completed'] };
    await expect(await register(analysisId, webhook), 'the registration with a test key').toAnswer(403, {
      detail: 'A test key cannot change live objects',
    });
    expect(await storedWebhook(analysisId), 'the webhook after a refusal').toEqual(before);
    expect(await recorded(analysisId), 'notifications that a test key brought about').toEqual([]);
  });

  it('must use https in live mode; the webhook before it stays', async () => {
    const analysisId = await service.analysis(accountId, { url: 'https://hooks.example.com/before' });
    const plain = { webhook_url: 'http://hooks.example.com/now' };
    await expect(await register(analysisId, plain), 'an address without https').toAnswer(422, {
      detail: [{ type: 'value_error', loc: ['body', 'webhook_url'], msg: "URL scheme should be 'https'" }],
    });
    expect((await storedWebhook(analysisId)).url, 'the webhook after a refusal').toBe(
      'https://hooks.example.com/before',
    );
    expect(await recorded(analysisId), 'notifications to an address that was refused').toEqual([]);
    const ofTestMode = await service.analysis(accountId, { livemode: false });
    await expect(await register(ofTestMode, plain), 'the same address for a call of test mode').toAnswer(200);
  });

  it('of another account, or of a call that does not exist, is a 404', async () => {
    const foreign = await service.analysis(await service.account(), { url: 'https://hooks.example.com/theirs' });
    const unknown = { status: 404, body: { detail: 'Analysis not found' } };
    expect(await register(foreign, { webhook_url: URL_NOW }), 'the call of another account').toEqual(unknown);
    expect((await storedWebhook(foreign)).url, 'the webhook of another account').toBe(
      'https://hooks.example.com/theirs',
    );
    expect(await register(randomUUID(), { webhook_url: URL_NOW }), 'no call').toEqual(unknown);
  });
});

describe('a registration with an Idempotency-Key', () => {
  it('registers and notifies nothing once another attempt has taken its key over', async () => {
    const analysisId = await service.analysis(accountId, { url: 'https://hooks.example.com/before' });
    const takenOver = new Error('another attempt has taken over');
    const idempotent: Pick<IdempotentRequest, 'recordCreated'> = { recordCreated: () => Promise.reject(takenOver) };
    const webhook = { url: URL_NOW, events: null };
    const registering = service.app
      .get(WebhookRegistration)
      .register({ accountId, livemode: true }, analysisId, webhook, idempotent as IdempotentRequest);
    await expect(registering, 'an attempt that lost its key went on').rejects.toBe(takenOver);
    expect((await storedWebhook(analysisId)).url, 'the webhook').toBe('https://hooks.example.com/before');
    expect(await recorded(analysisId), 'notifications').toEqual([]);
  });

  it('is answered with the analysis, and sends no second notification, when an earlier attempt had registered', async () => {
    const analysisId = await service.analysis(accountId);
    const repeated = { created: true } as IdempotentRequest;
    const { caller } = service;
    if (!caller) throw new Error('No account acts');
    const answer = await service.app
      .get(WebhookRegistrationController)
      .registerWebhook(caller, analysisId, { webhook_url: URL_NOW }, repeated);
    expect(JSON.parse(answer), 'the answer to the repeated request').toMatchObject({ id: analysisId });
    expect(await recorded(analysisId), 'notifications of the repeated request').toEqual([]);
  });
});
