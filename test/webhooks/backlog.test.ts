// Many deliveries due at once: after an outage, after a sender's death, with a receiver that is dead.
import { getQueueToken } from '@nestjs/bull';
import type { Queue } from 'bull';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { OutboundDoor } from '../../src/platform/outbound/outbound-door.js';
import { DELIVERIES_QUEUE } from '../../src/platform/queue/queue-names.js';
import type { DeliveryJob } from '../../src/webhooks/deliveries.service.js';
import { DeliveryClaims } from '../../src/webhooks/delivery-claims.js';
import { DeliveryPump, LANES_PER_RECEIVER, MOST_UNSETTLED } from '../../src/webhooks/delivery-pump.js';
import { startTcpProxy } from '../support/tcp-proxy.js';
import { type Backing, startBacking, WebhookApp } from '../support/webhook-app.js';
import { answering, startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.js';

/** Longer than any of these tests: only what starts, rings or runs out of work may look. */
const NO_SWEEP_MS = 3_600_000;

let backing: Backing;
let receiver: WebhookReceiver;
/** Records what is due, and sends nothing. */
let office: WebhookApp;
const senders: WebhookApp[] = [];

beforeEach(async () => {
  backing = await startBacking();
  receiver = await startWebhookReceiver();
  office = await WebhookApp.start(backing.config, { sends: false });
});
afterEach(async () => {
  await Promise.all([...senders.splice(0), office].map(({ app }) => app.close()));
  await receiver.close();
  await backing.drop();
});

async function startSender(sweepMs = NO_SWEEP_MS, redisUrl = backing.redisUrl): Promise<WebhookApp> {
  const { config } = backing;
  const worker = { ...config.worker, sweepMs };
  const sender = await WebhookApp.start({ ...config, worker, redis: { ...config.redis, url: redisUrl } });
  senders.push(sender);
  // A receiver that holds back its answers is to be waited for on a slow machine too, and still within a lease.
  const door = sender.app.get(OutboundDoor);
  const post = door.post.bind(door);
  vi.spyOn(door, 'post').mockImplementation((url, options) => post(url, { ...options, timeoutMs: 40_000 }));
  return sender;
}

const statusesOf = async (ids: readonly string[]): Promise<Record<string, number>> => {
  const counted: { status: string; n: number }[] = await office.sql.query(
    'SELECT status, count(*)::int AS n FROM webhook_delivery WHERE id = ANY($1) GROUP BY status',
    [ids],
  );
  return Object.fromEntries(counted.map(({ status, n }) => [status, n]));
};
const allDelivered = (ids: readonly string[]) =>
  vi.waitFor(async () => expect(await statusesOf(ids)).toEqual({ delivered: ids.length }), {
    timeout: 30_000,
    interval: 50,
  });
const endLeases = (ids: readonly string[]) =>
  office.sql.query('UPDATE webhook_delivery SET leased_until = now() WHERE id = ANY($1)', [ids]);
const eventIds = () => receiver.received.map(({ headers }) => headers['webhook-id']);

describe('a backlog', () => {
  it('of thousands goes out, past a dead receiver with more waiting than is remembered', async () => {
    const dead = await startWebhookReceiver();
    const held: (() => void)[] = [];
    dead.behave((response) => held.push(() => response.end()));
    const deadIds = await office.backlog(dead.url, 1_200);
    // Due after those, and more of them than a line holds.
    const livingIds = await office.backlog(receiver.url, 1_200);
    await startSender();
    await dead.requests(LANES_PER_RECEIVER);
    await allDelivered(livingIds);
    expect(dead.received).toHaveLength(LANES_PER_RECEIVER);
    expect(new Set(eventIds()).size).toBe(livingIds.length);
    expect(receiver.received).toHaveLength(livingIds.length);
    // Alive again, it gets all of its own, those beyond its line too.
    dead.behave(answering(200));
    for (const release of held) release();
    await allDelivered(deadIds);
    expect(dead.received).toHaveLength(deadIds.length);
    await dead.close();
  }, 60_000);

  it('stops where attempts cannot be written down, so that few are sent without a record', async () => {
    const ids = await office.backlog(receiver.url, 1_500);
    const holder = office.sql.createQueryRunner();
    try {
      await holder.startTransaction();
      await holder.query('LOCK TABLE webhook_attempt IN SHARE ROW EXCLUSIVE MODE');
      await startSender();
      let before = 0;
      const standsStill = () => {
        const { length } = receiver.received;
        const still = length >= MOST_UNSETTLED && length === before;
        before = length;
        return still;
      };
      await vi.waitFor(() => expect(standsStill()).toBe(true), { timeout: 14_000, interval: 250 });
      expect(receiver.received.length).toBeLessThan(MOST_UNSETTLED + LANES_PER_RECEIVER);
      await holder.rollbackTransaction();
    } finally {
      await holder.release();
    }
    await allDelivered(ids);
    expect(new Set(eventIds()).size).toBe(ids.length);
    expect(receiver.received).toHaveLength(ids.length);
  }, 60_000);

  it('goes to a receiver over its own lanes and no more, however its host is spelled', async () => {
    const held: (() => void)[] = [];
    receiver.behave((response) => held.push(() => response.end()));
    const { port } = new URL(receiver.url);
    const spellings = [
      `http://127.1:${port}/`,
      `HTTP://0x7f.0.0.1:${port}/`,
      `http://127.0.0.1:0${port}/`,
      receiver.url,
    ];
    const rows = await Promise.all(spellings.map((url) => office.backlog(url, LANES_PER_RECEIVER)));
    const sender = await startSender();
    await receiver.requests(LANES_PER_RECEIVER);
    const [{ n }] = await sender.sql.query(
      'SELECT count(*)::int AS n FROM webhook_delivery WHERE id = ANY($1) AND fence > 0',
      [rows.flat()],
    );
    expect(n).toBe(LANES_PER_RECEIVER);
    receiver.behave(answering(200));
    for (const release of held) release();
    await allDelivered(rows.flat());
  });

  it('goes out past a delivery whose URL is none', async () => {
    const broken = await office.backlog('no url at all', 1);
    const ids = await office.backlog(receiver.url, 20);
    const sender = await startSender();
    await allDelivered(ids);
    await vi.waitFor(async () => expect(await statusesOf(broken)).toEqual({ failed: 1 }), { timeout: 10_000 });
    const errors = await sender.sql.query('SELECT DISTINCT error FROM webhook_attempt WHERE delivery_id = $1', [
      broken[0],
    ]);
    expect(errors).toEqual([{ error: 'bad_url' }]);
  }, 30_000);

  it('is shared by two senders, and nothing in it is sent twice', async () => {
    const held: (() => void)[] = [];
    receiver.behave((response) => held.push(() => response.end()));
    const ids = await office.backlog(receiver.url, 400);
    await Promise.all([startSender(), startSender()]);
    await receiver.requests(2 * LANES_PER_RECEIVER);
    receiver.behave(answering(200));
    for (const release of held) release();
    await allDelivered(ids);
    expect(new Set(eventIds()).size).toBe(ids.length);
    expect(receiver.received).toHaveLength(ids.length);
  }, 60_000);

  it('that a sender had claimed when it died waits for the end of its leases, and then goes to another', async () => {
    const died = await office.backlog(receiver.url, 50);
    const sender = await startSender();
    await allDelivered(died);
    const claimed = await office.backlog(receiver.url, 50);
    const lost = await sender.app.get(DeliveryClaims).claim(claimed);
    expect(lost.size).toBe(50);
    await office.deliveries.ring(claimed);
    const marker = await office.event(receiver.url);
    await allDelivered([marker.deliveryId]);
    expect(await statusesOf(claimed)).toEqual({ pending: 50 });
    expect(receiver.received).toHaveLength(51);
    await endLeases(claimed);
    await office.deliveries.ring(claimed);
    await allDelivered(claimed);
    expect(receiver.received).toHaveLength(101);
    const sent = new Set(eventIds());
    for (const { eventId } of lost.values()) expect(sent).toContain(eventId);
  }, 30_000);

  it('is rung for in a few jobs, which carry ids only', async () => {
    const ids = await office.backlog(receiver.url, 450);
    await office.deliveries.ring(ids);
    const queue: Queue<DeliveryJob> = office.app.get(getQueueToken(DELIVERIES_QUEUE));
    const rings = await queue.getWaiting();
    expect(rings.map(({ data }) => data.deliveryIds.length).sort()).toEqual([200, 200, 50]);
    expect(rings.flatMap(({ data }) => data.deliveryIds).sort()).toEqual([...ids].sort());
    expect(rings.map(({ data }) => Object.keys(data))).toEqual([['deliveryIds'], ['deliveryIds'], ['deliveryIds']]);
    await startSender();
    await allDelivered(ids);
  }, 30_000);

  it('is rung for at the others while one sender finishes what it has in hand', async () => {
    const held: (() => void)[] = [];
    receiver.behave((response) => held.push(() => response.end()));
    const stopping = await startSender();
    const last = await office.event(receiver.url);
    await receiver.requests(1);
    const stop = vi.spyOn(stopping.app.get(DeliveryPump), 'stop');
    const stopped = stopping.app.close();
    await vi.waitFor(() => expect(stop).toHaveBeenCalled(), { timeout: 10_000, interval: 5 });
    receiver.behave(answering(200));
    const rung: string[] = [];
    for (let count = 0; count < 20; count++) rung.push((await office.event(receiver.url)).deliveryId);
    senders.splice(senders.indexOf(stopping), 1);
    const queue: Queue<DeliveryJob> = office.app.get(getQueueToken(DELIVERIES_QUEUE));
    expect(await queue.getWaitingCount()).toBe(20);
    await startSender();
    await allDelivered(rung);
    for (const release of held) release();
    await stopped;
    await allDelivered([last.deliveryId]);
  }, 30_000);

  it('is not harmed by rings of the release before, which name one delivery each', async () => {
    const { deliveryId } = await office.event(receiver.url, { ring: false });
    await startSender();
    await allDelivered([deliveryId]);
    const queue: Queue<{ deliveryId: string }> = office.app.get(getQueueToken(DELIVERIES_QUEUE));
    const job = await queue.add({ deliveryId }, { removeOnComplete: false, removeOnFail: false });
    await vi.waitFor(async () => expect(await job.getState()).toBe('completed'), { timeout: 10_000, interval: 50 });
    const after = await office.event(receiver.url);
    await allDelivered([after.deliveryId]);
    expect(receiver.received).toHaveLength(2);
  }, 30_000);

  it('goes out by the sweep while Redis is away', async () => {
    const { hostname, port, pathname } = new URL(backing.redisUrl);
    expect(hostname).toBe('127.0.0.1');
    const wire = await startTcpProxy(Number(port));
    await startSender(100, `redis://127.0.0.1:${wire.port}${pathname}`);
    await wire.refuse();
    const ids = await office.backlog(receiver.url, 300);
    await allDelivered(ids);
    expect(receiver.received).toHaveLength(300);
    await wire.serve();
    await wire.close();
  }, 30_000);
});
