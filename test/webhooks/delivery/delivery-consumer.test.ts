// What starts the sending of a delivery, and what stops it: jobs, sweeps, and the end of the process.
import { getQueueToken } from '@nestjs/bull';
import type { Queue } from 'bull';
import { Redis } from 'ioredis';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { DELIVERIES_QUEUE } from '../../../src/platform/queue/queue-names.js';
import type { DeliveryJob } from '../../../src/webhooks/deliveries.service.js';
import { type Backing, setUpWebhooks, startBacking, WebhookApp } from '../../support/apps/webhook-app.js';
import { answering, type WebhookReceiver } from '../../support/stubs/webhook-receiver.js';

let backing: Backing;
let service: WebhookApp;
let receiver: WebhookReceiver;

setUpWebhooks({}, (given) => {
  ({ backing, service, receiver } = given);
});
afterEach(() => {
  vi.restoreAllMocks();
});

describe('a delivery', () => {
  it('is sent although its job was lost', async () => {
    const { deliveryId } = await service.event(receiver.url, { enqueued: false });
    await service.waitForStatus(deliveryId, 'delivered');
  });

  it('is sent by the process that records it without a job in the queue', async () => {
    const { deliveryId } = await service.event(receiver.url, { enqueued: false });
    const queue: Queue<DeliveryJob> = service.app.get(getQueueToken(DELIVERIES_QUEUE));
    const add = vi.spyOn(queue, 'add');
    await service.deliveries.enqueue([deliveryId]);
    await service.waitForStatus(deliveryId, 'delivered');
    expect(add, 'jobs for a delivery that this process sends').not.toHaveBeenCalled();
  });

  it('is retried although the queue was emptied', async () => {
    receiver.behave(answering(500), answering(200));
    const { deliveryId } = await service.event(receiver.url);
    await receiver.requests(1);
    const redis = new Redis(backing.redisUrl);
    await redis.flushdb();
    redis.disconnect();
    await service.waitForStatus(deliveryId, 'delivered');
  });

  it('is sent although Redis was emptied while jobs were being taken, and holds what was left of them', async () => {
    const own = await startBacking();
    const recorder = await WebhookApp.start(own.config, { sends: false });
    const before = await recorder.event(receiver.url);
    const redis = new Redis(own.redisUrl);
    await redis.flushdb();
    // Bull counts the numbers of jobs from one again. A job that had a number of ours would not be added where its hash exists.
    for (let job = 1; job <= 10; job++)
      await redis.call('HSET', `call-analysis:deliveries:${job}`, 'processedOn', Date.now());
    const after = await recorder.event(receiver.url);
    const sender = await WebhookApp.start(own.config);
    for (const { deliveryId } of [before, after]) await sender.waitForStatus(deliveryId, 'delivered');
    const later = await sender.event(receiver.url);
    await sender.waitForStatus(later.deliveryId, 'delivered');
    redis.disconnect();
    await Promise.all([recorder, sender].map(({ app }) => app.close()));
    await own.drop();
  });

  it('that is enqueued several times is sent once', async () => {
    const event = await service.event(receiver.url, { enqueued: false });
    await Promise.all(Array.from({ length: 10 }, () => service.deliveries.enqueue([event.deliveryId])));
    await service.deliveries.enqueue([event.deliveryId, event.deliveryId]);
    await service.waitForStatus(event.deliveryId, 'delivered');
    expect(
      await service.attemptRows(event.deliveryId),
      'attempts of a delivery that is enqueued several times',
    ).toHaveLength(1);
    expect(receiver.received, 'notifications of a delivery that is enqueued several times').toHaveLength(1);
  });

  it('that is being sent is recorded before the process stops', async () => {
    const own = await startBacking();
    const worker = await WebhookApp.start(own.config);
    let release = (): unknown => undefined;
    receiver.behave((response) => {
      release = () => response.end();
    });
    const { deliveryId } = await worker.event(receiver.url);
    await receiver.requests(1);
    const closing = worker.app.close();
    release();
    await closing;
    const next = await WebhookApp.start(own.config, { sends: false });
    expect(await next.deliveryRow(deliveryId)).toBeInStatus('delivered');
    await next.app.close();
    await own.drop();
  });
});
