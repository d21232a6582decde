// Many deliveries that are due at the same time: after an outage, after a sender died, with a receiver that is dead.
import { getQueueToken } from '@nestjs/bull';
import type { Queue } from 'bull';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { nameLookup } from '../../../src/platform/outbound/name-lookup.js';
import { OutboundDoor } from '../../../src/platform/outbound/outbound-door.js';
import { DELIVERIES_QUEUE } from '../../../src/platform/queue/queue-names.js';
import type { DeliveryJob } from '../../../src/webhooks/deliveries.service.js';
import { DeliveryClaims, type PageEnd } from '../../../src/webhooks/delivery/delivery-claims.js';
import {
  DeliveryScheduler,
  MAX_CONCURRENT_DELIVERIES,
  MAX_CONCURRENT_PER_HOST,
  MAX_UNRECORDED_ATTEMPTS,
} from '../../../src/webhooks/delivery/delivery-scheduler.js';
import { type Backing, startBacking, WebhookApp } from '../../support/apps/webhook-app.js';
import { eventually } from '../../support/processes/eventually.js';
import { startTcpProxy } from '../../support/processes/tcp-proxy.js';
import { startNameServer } from '../../support/stubs/name-server.js';
import { answering, startWebhookReceiver, type WebhookReceiver } from '../../support/stubs/webhook-receiver.js';

/** Longer than any of these tests, so that no sweep hides what a job, a start or a drained queue must do. */
const NO_SWEEP_MS = 3_600_000;

let backing: Backing;
let receiver: WebhookReceiver;
/** Records deliveries and sends none. */
let recorder: WebhookApp;
const senders: WebhookApp[] = [];

beforeEach(async () => {
  backing = await startBacking();
  receiver = await startWebhookReceiver();
  recorder = await WebhookApp.start(backing.config, { sends: false });
});
afterEach(async () => {
  await Promise.all([...senders.splice(0), recorder].map(({ app }) => app.close()));
  await receiver.close();
  await backing.drop();
});

async function startSender(sweepMs = NO_SWEEP_MS, redisUrl = backing.redisUrl): Promise<WebhookApp> {
  const { config } = backing;
  const worker = { ...config.worker, sweepMs };
  const sender = await WebhookApp.start({ ...config, worker, redis: { ...config.redis, url: redisUrl } });
  senders.push(sender);
  return sender;
}

const statusesOf = async (ids: readonly string[]): Promise<Record<string, number>> => {
  const counted: { status: string; n: number }[] = await recorder.sql.query(
    'SELECT status, count(*)::int AS n FROM webhook_delivery WHERE id = ANY($1) GROUP BY status',
    [ids],
  );
  return Object.fromEntries(counted.map(({ status, n }) => [status, n]));
};
const allDelivered = (ids: readonly string[]) =>
  eventually(async () => expect(await statusesOf(ids)).toEqual({ delivered: ids.length }));
const endLeases = (ids: readonly string[]) =>
  recorder.sql.query('UPDATE webhook_delivery SET leased_until = now() WHERE id = ANY($1)', [ids]);
const eventIds = () => receiver.received.map(({ headers }) => headers['webhook-id']);

describe('a backlog', () => {
  it('of thousands is sent, past a dead receiver that has more due deliveries than its queue holds', async () => {
    const dead = await startWebhookReceiver();
    const held: (() => void)[] = [];
    dead.behave((response) => held.push(() => response.end()));
    const deadIds = await recorder.backlog(dead.url, 1_200);
    // Due after those of the dead receiver, and also more than the queue of a host holds.
    const livingIds = await recorder.backlog(receiver.url, 1_200);
    await startSender();
    await dead.requests(MAX_CONCURRENT_PER_HOST);
    await allDelivered(livingIds);
    expect(dead.received, 'requests that the dead receiver holds').toHaveLength(MAX_CONCURRENT_PER_HOST);
    expect(new Set(eventIds()).size, 'events that arrived').toBe(livingIds.length);
    expect(receiver.received, 'A delivery to the living receiver arrived twice').toHaveLength(livingIds.length);
    // The receiver is alive again and gets everything, including what its queue could not hold.
    dead.behave(answering(200));
    for (const release of held) release();
    await allDelivered(deadIds);
    expect(dead.received, 'deliveries to the receiver that is alive again').toHaveLength(deadIds.length);
    await dead.close();
  });

  it('that came due within milliseconds is read once each, page by page', async () => {
    const ids = await recorder.backlog(receiver.url, 2_100);
    await recorder.sql.query(
      `UPDATE webhook_delivery SET next_attempt_at =
         date_trunc('second', now() - interval '1 hour') + (get_byte(uuid_send(id), 0) & 3) * interval '1 millisecond'
       WHERE id = ANY($1)`,
      [ids],
    );
    const claims = new DeliveryClaims(recorder.sql);
    const read: string[] = [];
    let after: PageEnd | null = null;
    do {
      const page: Awaited<ReturnType<DeliveryClaims['findDueAfter']>> = await claims.findDueAfter(after);
      read.push(...page.deliveries.map(({ id }) => id));
      after = page.end;
    } while (after !== null && read.length <= ids.length);
    expect(
      read.length,
      'deliveries read; more than there are means that a page begins before the end of the last',
    ).toBe(ids.length);
    expect(new Set(read).size, 'deliveries that were not read').toBe(ids.length);
    // A job names its deliveries.
    const [first = '', second = '', later = ''] = ids;
    await recorder.sql.query("UPDATE webhook_delivery SET next_attempt_at = now() + interval '1 hour' WHERE id = $1", [
      later,
    ]);
    const named = await claims.findDue([first, second, later]);
    expect(named.map(({ id, url }) => [id, url]).sort(), 'deliveries of a job that are due').toEqual(
      [first, second].sort().map((id) => [id, receiver.url]),
    );
  });

  it('is sent only up to a limit while attempts cannot be recorded', async () => {
    const ids = await recorder.backlog(receiver.url, 1_500);
    const holder = recorder.sql.createQueryRunner();
    try {
      await holder.startTransaction();
      await holder.query('LOCK TABLE webhook_attempt IN SHARE ROW EXCLUSIVE MODE');
      await startSender();
      let previous = 0;
      const standsStill = () => {
        const { length } = receiver.received;
        const still = length >= MAX_UNRECORDED_ATTEMPTS && length === previous;
        previous = length;
        return still;
      };
      await eventually(() => expect(standsStill(), 'the sender stands still').toBe(true), 250);
      expect(receiver.received.length, 'attempts while none can be recorded').toBeLessThan(
        MAX_UNRECORDED_ATTEMPTS + MAX_CONCURRENT_PER_HOST,
      );
      await holder.rollbackTransaction();
    } finally {
      await holder.release();
    }
    await allDelivered(ids);
    expect(new Set(eventIds()).size, 'events that arrived').toBe(ids.length);
    expect(receiver.received, 'A delivery arrived twice').toHaveLength(ids.length);
  });

  it('keeps to the limit per host, however the host is spelled', async () => {
    const held: (() => void)[] = [];
    receiver.behave((response) => held.push(() => response.end()));
    const { port } = new URL(receiver.url);
    const spellings = [
      `http://127.1:${port}/`,
      `HTTP://0x7f.0.0.1:${port}/`,
      `http://127.0.0.1:0${port}/`,
      receiver.url,
    ];
    const rows = await Promise.all(spellings.map((url) => recorder.backlog(url, MAX_CONCURRENT_PER_HOST)));
    const sender = await startSender();
    await receiver.requests(MAX_CONCURRENT_PER_HOST);
    const [{ n }] = await sender.sql.query(
      'SELECT count(*)::int AS n FROM webhook_delivery WHERE id = ANY($1) AND fence > 0',
      [rows.flat()],
    );
    expect(n, 'deliveries that the sender has claimed for one host').toBe(MAX_CONCURRENT_PER_HOST);
    receiver.behave(answering(200));
    for (const release of held) release();
    await allDelivered(rows.flat());
  });

  it('is sent past a delivery whose URL cannot be parsed', async () => {
    const broken = await recorder.backlog('no url at all', 1);
    const ids = await recorder.backlog(receiver.url, 20);
    const sender = await startSender();
    await allDelivered(ids);
    await eventually(async () => expect(await statusesOf(broken)).toEqual({ failed: 1 }));
    const errors = await sender.sql.query('SELECT DISTINCT error FROM webhook_attempt WHERE delivery_id = $1', [
      broken[0],
    ]);
    expect(errors).toEqual([{ error: 'bad_url' }]);
  });

  it('is shared by two senders, and none of it is sent twice', async () => {
    const held: (() => void)[] = [];
    receiver.behave((response) => held.push(() => response.end()));
    const ids = await recorder.backlog(receiver.url, 400);
    await Promise.all([startSender(), startSender()]);
    await receiver.requests(2 * MAX_CONCURRENT_PER_HOST);
    receiver.behave(answering(200));
    for (const release of held) release();
    await allDelivered(ids);
    expect(new Set(eventIds()).size, 'events that arrived').toBe(ids.length);
    expect(receiver.received, 'A delivery arrived twice').toHaveLength(ids.length);
  });

  it('that a dead sender has claimed waits until its leases end, and is then sent by another sender', async () => {
    const died = await recorder.backlog(receiver.url, 50);
    const sender = await startSender();
    await allDelivered(died);
    const claimed = await recorder.backlog(receiver.url, 50);
    const lost = await sender.app.get(DeliveryClaims).claim(claimed);
    expect(lost.size, 'deliveries that the dead sender claimed').toBe(50);
    // Longer than a slow machine takes to the end of the test.
    await recorder.sql.query(
      "UPDATE webhook_delivery SET leased_until = now() + interval '1 hour' WHERE id = ANY($1)",
      [claimed],
    );
    await recorder.deliveries.enqueue(claimed);
    const marker = await recorder.event(receiver.url);
    await allDelivered([marker.deliveryId]);
    expect(await statusesOf(claimed)).toEqual({ pending: 50 });
    expect(receiver.received, 'deliveries without those that the dead sender claimed').toHaveLength(51);
    await endLeases(claimed);
    await recorder.deliveries.enqueue(claimed);
    await allDelivered(claimed);
    expect(receiver.received, 'deliveries with those that the dead sender claimed').toHaveLength(101);
    const sent = new Set(eventIds());
    for (const { eventId } of lost.values()) expect(sent).toContain(eventId);
  });

  it('is enqueued as a few jobs, which carry nothing but ids', async () => {
    const ids = await recorder.backlog(receiver.url, 550);
    await recorder.deliveries.enqueue(ids);
    const queue: Queue<DeliveryJob> = recorder.app.get(getQueueToken(DELIVERIES_QUEUE));
    const jobs = await queue.getWaiting();
    expect(jobs.map(({ data }) => data.deliveryIds.length).sort()).toEqual([50, 500]);
    expect(jobs.flatMap(({ data }) => data.deliveryIds).sort()).toEqual([...ids].sort());
    expect(jobs.map(({ data }) => Object.keys(data))).toEqual([['deliveryIds'], ['deliveryIds']]);
    await startSender();
    await allDelivered(ids);
  });

  it('is left to other senders while one sender stops', async () => {
    const held: (() => void)[] = [];
    receiver.behave((response) => held.push(() => response.end()));
    const stopping = await startSender();
    const last = await recorder.event(receiver.url);
    await receiver.requests(1);
    const stop = vi.spyOn(stopping.app.get(DeliveryScheduler), 'stop');
    const stopped = stopping.app.close();
    await eventually(() => expect(stop).toHaveBeenCalled());
    receiver.behave(answering(200));
    const enqueued: string[] = [];
    for (let count = 0; count < 20; count++) enqueued.push((await recorder.event(receiver.url)).deliveryId);
    senders.splice(senders.indexOf(stopping), 1);
    const queue: Queue<DeliveryJob> = recorder.app.get(getQueueToken(DELIVERIES_QUEUE));
    expect(await queue.getWaitingCount(), 'deliveries that wait').toBe(20);
    await startSender();
    await allDelivered(enqueued);
    for (const release of held) release();
    await stopped;
    await allDelivered([last.deliveryId]);
  });

  it('is sent although the queue holds jobs of the previous release, which carry one id each', async () => {
    const { deliveryId } = await recorder.event(receiver.url, { enqueued: false });
    await startSender();
    await allDelivered([deliveryId]);
    const queue: Queue<{ deliveryId: string }> = recorder.app.get(getQueueToken(DELIVERIES_QUEUE));
    const job = await queue.add({ deliveryId }, { removeOnComplete: false, removeOnFail: false });
    await eventually(async () => expect(await job.getState(), 'the job of the previous release').toBe('completed'));
    const after = await recorder.event(receiver.url);
    await allDelivered([after.deliveryId]);
    expect(receiver.received, 'A job of the previous release is sent again').toHaveLength(2);
  });

  it('is sent by the sweep while Redis is unreachable', async () => {
    const { hostname, port, pathname } = new URL(backing.redisUrl);
    expect(hostname).toBe('127.0.0.1');
    const wire = await startTcpProxy(Number(port));
    await startSender(100, `redis://127.0.0.1:${wire.port}${pathname}`);
    await wire.refuse();
    const ids = await recorder.backlog(receiver.url, 300);
    await allDelivered(ids);
    expect(receiver.received, 'deliveries that arrived without Redis').toHaveLength(300);
    await wire.serve();
    await wire.close();
  });
});

it('sends to other hosts without delay while one receiver does not answer, and loses none of its deliveries [fault 85]', async () => {
  const dead = await startWebhookReceiver();
  const hanging: (() => void)[] = [];
  dead.behave((response) => hanging.push(() => response.destroy()));
  await startSender(100);
  const accountId = await recorder.account();
  const blocked = await Promise.all(Array.from({ length: 120 }, () => recorder.event(dead.url, { accountId })));
  await dead.requests(MAX_CONCURRENT_PER_HOST);
  const others = await Promise.all(Array.from({ length: 40 }, () => recorder.event(receiver.url, { accountId })));
  await allDelivered(others.map(({ deliveryId }) => deliveryId));
  expect(dead.received, 'requests that the dead receiver holds').toHaveLength(MAX_CONCURRENT_PER_HOST);
  dead.behave(answering(200));
  for (const drop of hanging) drop();
  await allDelivered(blocked.map(({ deliveryId }) => deliveryId));
  await dead.close();
});

it('sends for one account without delay while another has more receivers that do not answer than there are places [fault 85]', async () => {
  const hosts = MAX_CONCURRENT_DELIVERIES / MAX_CONCURRENT_PER_HOST + 5;
  const dead = await Promise.all(Array.from({ length: hosts }, () => startWebhookReceiver()));
  const hanging: (() => void)[] = [];
  for (const each of dead) each.behave((response) => hanging.push(() => response.destroy()));
  const hostile = await recorder.account();
  const blocked: string[] = [];
  for (const { url } of dead) blocked.push(...(await recorder.backlog(url, MAX_CONCURRENT_PER_HOST, hostile)));
  await startSender();
  const share = MAX_CONCURRENT_DELIVERIES * 0.75;
  await eventually(() => expect(hanging.length, 'attempts of one account').toBe(share));
  const others = await Promise.all(Array.from({ length: 40 }, () => recorder.event(receiver.url)));
  await allDelivered(others.map(({ deliveryId }) => deliveryId));
  expect(hanging.length, 'attempts of one account').toBe(share);
  for (const each of dead) each.behave(answering(200));
  for (const drop of hanging) drop();
  await allDelivered(blocked);
  await Promise.all(dead.map((each) => each.close()));
});

it('sends for one account without delay while the name servers of another are silent about a thousand receivers [fault 85]', async () => {
  const nameServer = await startNameServer();
  nameServer.silentZones.add('silent.example');
  nameServer.names.set('hooks.example', { addresses: ['127.0.0.1'] });
  const lookUp = nameLookup({ useSearchDomains: false, nameServers: [nameServer.address] });
  const door = new OutboundDoor({ allowPrivate: true, production: false, nameLookup: () => lookUp });
  const silent = await recorder.backlog('http://0.silent.example/', 1_000);
  await recorder.sql.query(
    `UPDATE webhook_delivery SET url = 'http://' || n || '.silent.example/'
     FROM unnest($1::uuid[]) WITH ORDINALITY AS given (id, n) WHERE webhook_delivery.id = given.id`,
    [silent],
  );
  const { config } = backing;
  // Nothing is tried a second time within the test.
  const waitsMs = [NO_SWEEP_MS];
  const sender = await WebhookApp.start(
    { ...config, worker: { ...config.worker, sweepMs: NO_SWEEP_MS } },
    { door, waitsMs },
  );
  senders.push(sender);
  await eventually(() =>
    expect(nameServer.questions.length, 'questions that the name servers were asked').toBeGreaterThan(0),
  );
  const url = receiver.url.replace('127.0.0.1', 'hooks.example');
  const others = await Promise.all(Array.from({ length: 40 }, () => recorder.event(url)));
  await allDelivered(others.map(({ deliveryId }) => deliveryId));
  const begun = await recorder.sql.query('SELECT 1 FROM webhook_delivery WHERE id = ANY($1) AND fence > 0', [silent]);
  expect(begun.length, 'deliveries to silent receivers that were begun').toBeLessThan(silent.length);
  expect(await statusesOf(silent)).toEqual({ pending: silent.length });
  // The rest of the thousand is not waited for.
  await recorder.sql.query('DELETE FROM webhook_delivery WHERE id = ANY($1)', [silent]);
  await nameServer.close();
});
