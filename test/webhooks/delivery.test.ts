import { Redis } from 'ioredis';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { DeliveryClaims } from '../../src/webhooks/delivery-claims.js';
import { LANES_PER_RECEIVER } from '../../src/webhooks/delivery-pump.js';
import { type Backing, startBacking, WebhookApp } from '../support/webhook-app.js';
import { answering, startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.js';

let backing: Backing;
let service: WebhookApp;
let receiver: WebhookReceiver;

beforeAll(async () => {
  backing = await startBacking();
  service = await WebhookApp.start(backing.config);
});
afterAll(async () => {
  await service.app.close();
  await backing.drop();
});
beforeEach(async () => {
  receiver = await startWebhookReceiver();
});
afterEach(() => receiver.close());

interface Row {
  status: string;
  attempt_count: number;
  next_attempt_at: Date | null;
  event_id: string;
}

async function rowOf(deliveryId: string): Promise<Row> {
  const [row] = await service.sql.query<Row[]>('SELECT * FROM webhook_delivery WHERE id = $1', [deliveryId]);
  if (!row) throw new Error('no such delivery');
  return row;
}

const attemptsOf = (deliveryId: string): Promise<{ status_code: number | null; error: string | null }[]> =>
  service.sql.query('SELECT status_code, error FROM webhook_attempt WHERE delivery_id = $1 ORDER BY number', [
    deliveryId,
  ]);

const settled = (deliveryId: string, status: string) =>
  vi.waitFor(async () => expect((await rowOf(deliveryId)).status).toBe(status), { timeout: 10_000, interval: 20 });

describe('a delivery', () => {
  it('tells the whole analysis, signed so that the official library takes it', async () => {
    const { accountId, analysisId, deliveryId } = await service.event(receiver.url);
    const [received] = await receiver.requests(1);
    await settled(deliveryId, 'delivered');
    const { secret } = await service.secrets.get(accountId);
    const verified = new Webhook(secret).verify(received?.body ?? '', received?.headers ?? {});
    expect(verified).toEqual({
      event: 'analysis.completed',
      id: received?.headers['webhook-id'],
      created: expect.any(Number),
      livemode: true,
      data: {
        id: analysisId,
        object: 'analysis',
        created: expect.any(Number),
        livemode: true,
        status: 'completed',
        call: {
          agent_id: 'agent-7',
          contact_id: 'cust-42',
          duration_ms: 92340,
          duration_seconds: 92.34,
          metrics: { interruptions: 1 },
        },
        transcript: { text: 'Agent: Grüß Gott', language: 'de', segments: [] },
        results: { summary: 'kurz' },
        metadata: {
          webhook_url: receiver.url,
          webhook_events: ['analysis.completed'],
          completed_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
          processing_time_ms: 8123,
          error_message: null,
          version: '1',
          engine: { grade: 'local' },
          campaign: 'spring',
        },
      },
    });
    expect(received?.headers).toMatchObject({ 'content-type': 'application/json', 'user-agent': 'CallAnalysis/1' });
    expect(await rowOf(deliveryId)).toMatchObject({ attempt_count: 1, next_attempt_at: null });
    expect(await attemptsOf(deliveryId)).toEqual([{ status_code: 200, error: null }]);
  });

  it('comes again after failures, with the same id and a fresh valid signature', async () => {
    receiver.behave(answering(500), answering(500), answering(200));
    const { accountId, deliveryId } = await service.event(receiver.url);
    const received = await receiver.requests(3);
    await settled(deliveryId, 'delivered');
    const { secret } = await service.secrets.get(accountId);
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    for (const { body, headers } of received) expect(new Webhook(secret).verify(body, headers)).toBeTruthy();
    expect(await attemptsOf(deliveryId)).toEqual([
      { status_code: 500, error: 'unsuccessful_status' },
      { status_code: 500, error: 'unsuccessful_status' },
      { status_code: 200, error: null },
    ]);
  });

  it('tells of a failure with the reason and without results', async () => {
    const { deliveryId } = await service.event(receiver.url, { event: 'analysis.failed' });
    const [received] = await receiver.requests(1);
    await settled(deliveryId, 'delivered');
    expect(JSON.parse(received?.body ?? '')).toMatchObject({
      event: 'analysis.failed',
      data: {
        status: 'failed',
        results: null,
        transcript: null,
        call: { metrics: null },
        metadata: { error_message: 'The recording holds no audio', completed_at: null, engine: null },
      },
    });
  });

  it('ends at 410', async () => {
    receiver.behave(answering(410));
    const { deliveryId } = await service.event(receiver.url);
    await settled(deliveryId, 'failed');
    expect(await attemptsOf(deliveryId)).toEqual([{ status_code: 410, error: 'gone' }]);
    expect((await rowOf(deliveryId)).next_attempt_at).toBeNull();
  });

  it('is given up, visibly, when the schedule is used up', async () => {
    receiver.behave(answering(500));
    const { deliveryId } = await service.event(receiver.url);
    await settled(deliveryId, 'failed');
    expect(receiver.received).toHaveLength(10);
    expect(await rowOf(deliveryId)).toMatchObject({ attempt_count: 10, next_attempt_at: null });
  });

  it.each([429, 503])('waits as long as a %i asks for', async (status) => {
    receiver.behave(answering(status, { 'retry-after': '3600' }));
    const { deliveryId } = await service.event(receiver.url);
    await vi.waitFor(async () => expect(await attemptsOf(deliveryId)).toHaveLength(1));
    const { next_attempt_at } = await rowOf(deliveryId);
    expect(Number(next_attempt_at) - Date.now()).toBeGreaterThan(3_500_000);
    expect(Number(next_attempt_at) - Date.now()).toBeLessThan(3_700_000);
  });

  it('does not let a 500 ask for patience', async () => {
    receiver.behave(answering(500, { 'retry-after': '3600' }), answering(200));
    const { deliveryId } = await service.event(receiver.url);
    await settled(deliveryId, 'delivered');
    expect(receiver.received).toHaveLength(2);
  });

  it('never follows a redirect', async () => {
    const elsewhere = await startWebhookReceiver();
    receiver.behave(answering(307, { location: elsewhere.url }), answering(200));
    const { deliveryId } = await service.event(receiver.url);
    await settled(deliveryId, 'delivered');
    expect(elsewhere.received).toHaveLength(0);
    expect((await attemptsOf(deliveryId))[0]).toEqual({ status_code: 307, error: 'redirect_not_followed' });
    await elsewhere.close();
  });

  it('survives resets and nonsense', async () => {
    receiver.behave(
      (response) => response.socket?.resetAndDestroy(),
      (response) => response.socket?.end('no http at all\r\n\r\n'),
      answering(204),
    );
    const { deliveryId } = await service.event(receiver.url);
    await settled(deliveryId, 'delivered');
    expect(await attemptsOf(deliveryId)).toEqual([
      { status_code: null, error: 'connection' },
      { status_code: null, error: 'bad_response' },
      { status_code: 204, error: null },
    ]);
  });

  it('does not wait for the rest of a reply that drips or swells', async () => {
    const chunk = Buffer.alloc(65_536);
    let drip: NodeJS.Timeout | undefined;
    receiver.behave(
      (response) => {
        response.writeHead(200);
        drip = setInterval(() => response.write('.'), 20);
      },
      (response) => {
        const pump = () => {
          while (!response.destroyed && response.write(chunk)) {}
        };
        response.writeHead(200).on('drain', pump);
        pump();
      },
    );
    const first = await service.event(receiver.url);
    await settled(first.deliveryId, 'delivered');
    clearInterval(drip);
    const second = await service.event(receiver.url);
    await settled(second.deliveryId, 'delivered');
  });

  it('is recorded but never sent in test mode', async () => {
    const { deliveryId } = await service.event(receiver.url, { livemode: false });
    const live = await service.event(receiver.url);
    await settled(live.deliveryId, 'delivered');
    expect(receiver.received).toHaveLength(1);
    expect(await rowOf(deliveryId)).toMatchObject({ status: 'suppressed', attempt_count: 0, next_attempt_at: null });
  });

  it('is not there when the transaction that settles the analysis is rolled back', async () => {
    const accountId = await service.account();
    const analysisId = await service.analysis(accountId);
    const rollback = new Error('the ledger refused');
    await expect(
      service.sql.transaction(async (tx) => {
        const event = 'analysis.completed' as const;
        await service.deliveries.record(tx, { accountId, analysisId, event, url: receiver.url, livemode: true });
        throw rollback;
      }),
    ).rejects.toBe(rollback);
    expect(await service.sql.query('SELECT 1 FROM webhook_delivery WHERE analysis_id = $1', [analysisId])).toEqual([]);
  });

  it('goes no further once its analysis is deleted', async () => {
    receiver.behave(answering(500));
    const { analysisId, deliveryId } = await service.event(receiver.url);
    await receiver.requests(1);
    await service.sql.query('DELETE FROM analysis WHERE id = $1', [analysisId]);
    const sent = receiver.received.length;
    const marker = await service.event(receiver.url);
    await settled(marker.deliveryId, 'failed');
    const id = receiver.received[0]?.headers['webhook-id'];
    expect(receiver.received.filter(({ headers }) => headers['webhook-id'] === id).length).toBeLessThanOrEqual(
      sent + 1,
    );
    await expect(rowOf(deliveryId)).rejects.toThrow();
  });

  it('is signed by both secrets during a rotation', async () => {
    const accountId = await service.account();
    const before = await service.secrets.get(accountId);
    const after = await service.secrets.rotate(accountId);
    const { deliveryId } = await service.event(receiver.url, { accountId });
    await settled(deliveryId, 'delivered');
    const { body = '', headers = {} } = receiver.received[0] ?? {};
    expect(headers['webhook-signature']?.split(' ')).toHaveLength(2);
    expect(new Webhook(before.secret).verify(body, headers)).toBeTruthy();
    expect(new Webhook(after.secret).verify(body, headers)).toBeTruthy();
  });

  it('is signed though the secret of another account that signs at the same moment cannot be opened', async () => {
    const [broken, whole] = [await service.account(), await service.account()];
    await service.secrets.get(broken);
    const { secret } = await service.secrets.get(whole);
    await service.sql.query(
      `UPDATE webhook_secret SET secret_encrypted = decode(repeat('00', 60), 'hex') WHERE account_id = $1`,
      [broken],
    );
    const signing = await Promise.allSettled([service.secrets.signing(broken), service.secrets.signing(whole)]);
    expect(signing).toMatchObject([{ status: 'rejected' }, { status: 'fulfilled', value: [secret] }]);
  });
});

describe('a delivery survives', () => {
  it('a ring that was never heard', async () => {
    const { deliveryId } = await service.event(receiver.url, { ring: false });
    await settled(deliveryId, 'delivered');
  });

  it('a queue that was emptied', async () => {
    receiver.behave(answering(500), answering(200));
    const { deliveryId } = await service.event(receiver.url);
    await receiver.requests(1);
    const redis = new Redis(backing.redisUrl);
    await redis.flushdb();
    redis.disconnect();
    await settled(deliveryId, 'delivered');
  });

  it('a sender that died in mid-send: another one takes over when the lease ends', async () => {
    const { deliveryId } = await service.event(receiver.url, { ring: false, livemode: false });
    await service.sql.query(
      `UPDATE webhook_delivery SET status = 'pending', livemode = true, fence = 1,
         next_attempt_at = now(), leased_until = now() + interval '600 milliseconds' WHERE id = $1`,
      [deliveryId],
    );
    await service.deliveries.ring([deliveryId]);
    const [received] = await receiver.requests(1);
    await settled(deliveryId, 'delivered');
    expect(received?.headers['webhook-id']).toBe((await rowOf(deliveryId)).event_id);
  });

  it('a sender that wakes up after another has taken over: the late one changes nothing', async () => {
    let release = () => undefined as unknown;
    receiver.behave((response) => {
      release = () => response.writeHead(500).end();
    }, answering(200));
    const { deliveryId } = await service.event(receiver.url);
    await receiver.requests(1);
    await service.sql.query('UPDATE webhook_delivery SET leased_until = now() WHERE id = $1', [deliveryId]);
    await settled(deliveryId, 'delivered');
    release();
    await vi.waitFor(async () => expect(await attemptsOf(deliveryId)).toHaveLength(2));
    expect(await rowOf(deliveryId)).toMatchObject({ status: 'delivered', attempt_count: 1 });
  });

  it('being asked for again while its last attempt is under way: that is not its end', async () => {
    const { accountId, analysisId, deliveryId } = await service.event(receiver.url, { ring: false, livemode: false });
    await service.sql.query(
      `UPDATE webhook_delivery SET status = 'pending', livemode = true, fence = 1, attempt_count = 8,
         next_attempt_at = now(), leased_until = now() + interval '1 hour' WHERE id = $1`,
      [deliveryId],
    );
    const { event_id: eventId } = await rowOf(deliveryId);
    const claimed = { id: deliveryId, accountId, analysisId, eventId, url: receiver.url, fence: 1, attempts: 8 };
    const last = { ...claimed, traceParent: null, body: Buffer.from('{}') };
    const refused = { at: new Date(), durationMs: 1, delivered: false, gone: false, statusCode: 500, error: null };
    let settling = Promise.resolve();
    await service.deliveries.redeliver({ accountId, livemode: true }, analysisId, deliveryId, async () => {
      settling = service.app.get(DeliveryClaims).settle(last, { ...refused, retryAfterMs: null }, { status: 'failed' });
    });
    await settling;
    await settled(deliveryId, 'delivered');
    expect(receiver.received).toHaveLength(1);
    expect((await attemptsOf(deliveryId)).map(({ status_code }) => status_code)).toEqual([500, 200]);
  });

  it('a sender of the release before does not take what is being sent', async () => {
    let release = () => undefined as unknown;
    receiver.behave((response) => {
      release = () => response.writeHead(200).end();
    });
    const { deliveryId } = await service.event(receiver.url);
    await receiver.requests(1);
    // In one transaction: this release's own sender would take it the moment its lease is over.
    await service.sql.transaction(async (tx) => {
      const claimAsBefore = () =>
        tx.query(
          `UPDATE webhook_delivery SET fence = fence + 1, next_attempt_at = now() + interval '45 seconds'
           WHERE id = $1 AND status = 'pending' AND next_attempt_at <= now() RETURNING id`,
          [deliveryId],
        );
      expect(await claimAsBefore()).toEqual([[], 0]);
      await tx.query(`UPDATE webhook_delivery SET leased_until = now() - interval '1 second' WHERE id = $1`, [
        deliveryId,
      ]);
      expect(await claimAsBefore()).toEqual([[{ id: deliveryId }], 1]);
    });
    release();
  });

  it('a row that is held too long: those settled at the same moment are settled', async () => {
    const [first, second] = [await service.event(receiver.url), await service.event(receiver.url)];
    await Promise.all([settled(first.deliveryId, 'delivered'), settled(second.deliveryId, 'delivered')]);
    const ids = [first.deliveryId, second.deliveryId];
    await service.sql.query(
      `UPDATE webhook_delivery SET status = 'pending', leased_until = now() + interval '1 hour' WHERE id = ANY($1)`,
      [ids],
    );
    const claims = service.app.get(DeliveryClaims);
    const outcome = { at: new Date(), durationMs: 1, delivered: true, gone: false, statusCode: 200, error: null };
    const settle = async (id: string) => {
      const [{ fence }] = await service.sql.query('SELECT fence FROM webhook_delivery WHERE id = $1', [id]);
      const claim = { id, fence, attempts: 0 };
      return () => claims.settle(claim, { ...outcome, retryAfterMs: null }, { status: 'delivered' });
    };
    const [settleFirst, settleSecond] = [await settle(first.deliveryId), await settle(second.deliveryId)];
    await service.sql.transaction(async (tx) => {
      await tx.query('SELECT 1 FROM webhook_delivery WHERE id = $1 FOR UPDATE', [first.deliveryId]);
      const outcomes = await Promise.allSettled([settleFirst(), settleSecond()]);
      expect(outcomes).toMatchObject([{ status: 'rejected' }, { status: 'fulfilled' }]);
    });
    expect((await rowOf(first.deliveryId)).status).toBe('pending');
    expect((await rowOf(second.deliveryId)).status).toBe('delivered');
  }, 40_000);

  it('a row that is held: those settled meanwhile do not wait for it', async () => {
    const [first, second] = [await service.event(receiver.url), await service.event(receiver.url)];
    await Promise.all([settled(first.deliveryId, 'delivered'), settled(second.deliveryId, 'delivered')]);
    await service.sql.query(
      `UPDATE webhook_delivery SET status = 'pending', leased_until = now() + interval '1 hour' WHERE id = ANY($1)`,
      [[first.deliveryId, second.deliveryId]],
    );
    const claims = service.app.get(DeliveryClaims);
    const outcome = { at: new Date(), durationMs: 1, delivered: true, gone: false, statusCode: 200, error: null };
    const ended: string[] = [];
    const settle = async (name: string, id: string) => {
      const [{ fence }] = await service.sql.query('SELECT fence FROM webhook_delivery WHERE id = $1', [id]);
      const claim = { id, fence, attempts: 0 };
      await claims.settle(claim, { ...outcome, retryAfterMs: null }, { status: 'delivered' });
      ended.push(name);
    };
    const holder = service.sql.createQueryRunner();
    await holder.startTransaction();
    await holder.query('SELECT 1 FROM webhook_delivery WHERE id = $1 FOR UPDATE', [first.deliveryId]);
    const held = settle('held', first.deliveryId);
    await vi.waitFor(async () => {
      const waiting = await service.sql.query(
        `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      expect(waiting).toHaveLength(1);
    });
    await settle('free', second.deliveryId);
    await holder.rollbackTransaction();
    await holder.release();
    await held;
    expect(ended).toEqual(['free', 'held']);
    expect((await rowOf(first.deliveryId)).status).toBe('delivered');
  });

  it('the end of its process: what is being sent is finished first', async () => {
    const own = await startBacking();
    const worker = await WebhookApp.start(own.config);
    let release = () => undefined as unknown;
    receiver.behave((response) => {
      release = () => response.end();
    });
    const { deliveryId } = await worker.event(receiver.url);
    await receiver.requests(1);
    const closing = worker.app.close();
    release();
    await closing;
    const next = await WebhookApp.start(own.config, { sends: false });
    const [row] = await next.sql.query<Row[]>('SELECT status FROM webhook_delivery WHERE id = $1', [deliveryId]);
    expect(row?.status).toBe('delivered');
    await next.app.close();
    await own.drop();
  });
});

describe('many deliveries', () => {
  it('to a dead receiver do not hold up those to others, and none is lost', async () => {
    const dead = await startWebhookReceiver();
    const hanging: (() => void)[] = [];
    dead.behave((response) => hanging.push(() => response.destroy()));
    const accountId = await service.account();
    // More than are sent at once altogether.
    const blocked = await Promise.all(Array.from({ length: 120 }, () => service.event(dead.url, { accountId })));
    await dead.requests(LANES_PER_RECEIVER);
    const others = await Promise.all(Array.from({ length: 40 }, () => service.event(receiver.url, { accountId })));
    for (const { deliveryId } of others) await settled(deliveryId, 'delivered');
    // All this time the dead one has had its own lanes and no more.
    expect(dead.received).toHaveLength(LANES_PER_RECEIVER);
    dead.behave(answering(200));
    for (const drop of hanging) drop();
    for (const { deliveryId } of blocked) await settled(deliveryId, 'delivered');
    await dead.close();
  });

  it('rung twice are sent once', async () => {
    const event = await service.event(receiver.url, { ring: false });
    await Promise.all(Array.from({ length: 10 }, () => service.deliveries.ring([event.deliveryId])));
    await service.deliveries.ring([event.deliveryId, event.deliveryId]);
    await settled(event.deliveryId, 'delivered');
    expect(await attemptsOf(event.deliveryId)).toHaveLength(1);
    expect(receiver.received).toHaveLength(1);
  });
});
