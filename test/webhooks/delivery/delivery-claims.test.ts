// Leases, fences and locked rows: what several senders may do with the same delivery.
import { DataSource } from 'typeorm';
import { describe, expect, it } from 'vitest';
import { dataSourceOptions } from '../../../src/platform/database/data-source.js';
import { type DeliveryClaim, DeliveryClaims } from '../../../src/webhooks/delivery/delivery-claims.js';
import { pastPooler } from '../../support/apps/backing.js';
import { type Backing, setUpWebhooks, type WebhookApp } from '../../support/apps/webhook-app.js';
import { eventually } from '../../support/processes/eventually.js';
import { answering, type WebhookReceiver } from '../../support/stubs/webhook-receiver.js';

let backing: Backing;
let service: WebhookApp;
let receiver: WebhookReceiver;

setUpWebhooks({}, (given) => {
  ({ backing, service, receiver } = given);
});

const DELIVERED = { status: 'delivered' } as const;
const OUTCOME = { at: new Date(), durationMs: 1, gone: false, error: null, retryAfterMs: null };

describe('a delivery', () => {
  it('is sent by another sender when the lease of a dead sender ends', async () => {
    const { deliveryId } = await service.event(receiver.url, { enqueued: false, livemode: false });
    await service.sql.query(
      `UPDATE webhook_delivery SET status = 'pending', livemode = true, fence = 1,
         next_attempt_at = now(), leased_until = now() + interval '600 milliseconds' WHERE id = $1`,
      [deliveryId],
    );
    await service.deliveries.enqueue([deliveryId]);
    const [received] = await receiver.requests(1);
    await service.waitForStatus(deliveryId, 'delivered');
    expect(received?.headers['webhook-id'], 'the id that the receiver knows the event by').toBe(
      (await service.deliveryRow(deliveryId)).event_id,
    );
  });

  it('is not changed by a sender that has lost its claim; the attempt is logged', async () => {
    let release = (): unknown => undefined;
    receiver.behave((response) => {
      release = () => response.writeHead(500).end();
    }, answering(200));
    const { deliveryId } = await service.event(receiver.url);
    await receiver.requests(1);
    await service.sql.query('UPDATE webhook_delivery SET leased_until = now() WHERE id = $1', [deliveryId]);
    await service.waitForStatus(deliveryId, 'delivered');
    release();
    await eventually(async () => expect(await service.attemptRows(deliveryId), 'attempts in the log').toHaveLength(2));
    expect(await service.deliveryRow(deliveryId)).toMatchObject({ status: 'delivered', attempt_count: 1 });
  });

  it('is sent again on request although its last attempt was under way and then failed', async () => {
    const { accountId, analysisId, deliveryId } = await service.event(receiver.url, {
      enqueued: false,
      livemode: false,
    });
    await service.sql.query(
      `UPDATE webhook_delivery SET status = 'pending', livemode = true, fence = 1, attempt_count = 8,
         next_attempt_at = now(), leased_until = now() + interval '1 hour' WHERE id = $1`,
      [deliveryId],
    );
    const lastAttempt = { id: deliveryId, fence: 1, attempts: 8, endpoint: null };
    const refused = { ...OUTCOME, delivered: false, statusCode: 500 };
    let recording = Promise.resolve();
    // The attempt ends while the transaction of the redelivery is open.
    await service.deliveries.redeliver({ accountId, livemode: true }, analysisId, deliveryId, async () => {
      recording = service.app.get(DeliveryClaims).recordAttempt(lastAttempt, refused, { status: 'failed' });
    });
    await recording;
    await service.waitForStatus(deliveryId, 'delivered');
    expect(receiver.received, 'requests of the redelivery').toHaveLength(1);
    expect((await service.attemptRows(deliveryId)).map(({ status_code }) => status_code)).toEqual([500, 200]);
  });

  it('is not claimed by a sender of the previous release while it is being sent', async () => {
    let release = (): unknown => undefined;
    receiver.behave((response) => {
      release = () => response.writeHead(200).end();
    });
    const { deliveryId } = await service.event(receiver.url);
    await receiver.requests(1);
    // In one transaction, because the sender of this release would claim the delivery as soon as its lease is over.
    await service.sql.transaction(async (tx) => {
      const claimAsPreviousRelease = () =>
        tx.query(
          `UPDATE webhook_delivery SET fence = fence + 1, next_attempt_at = now() + interval '45 seconds'
           WHERE id = $1 AND status = 'pending' AND next_attempt_at <= now() RETURNING id`,
          [deliveryId],
        );
      expect(await claimAsPreviousRelease()).toEqual([[], 0]);
      await tx.query(`UPDATE webhook_delivery SET leased_until = now() - interval '1 second' WHERE id = $1`, [
        deliveryId,
      ]);
      expect(await claimAsPreviousRelease()).toEqual([[{ id: deliveryId }], 1]);
    });
    release();
  });
});

describe('an attempt', () => {
  it('is recorded although the row of another attempt stays locked until the statement times out', async () => {
    const [locked, released, free] = [await leasedDelivery(), await leasedDelivery(), await leasedDelivery()];
    // Its statements wait a second for a lock, where production waits fifteen.
    const url = new URL(pastPooler(String(backing.config.database.url)));
    url.searchParams.set('lock_timeout', '1000');
    const impatient = await new DataSource(dataSourceOptions(url.href, 2)).initialize();
    const holder = service.sql.createQueryRunner();
    const impatientClaims = new DeliveryClaims(impatient);
    await holder.startTransaction();
    await lock(holder, released);
    await service.sql.transaction(async (tx) => {
      await lock(tx, locked);
      const recording = Promise.allSettled(
        [locked, released, free].map((claim) => recordDelivered(claim, impatientClaims)),
      );
      await oneStatementWaits();
      await holder.rollbackTransaction();
      expect(await recording).toMatchObject([{ status: 'rejected' }, { status: 'fulfilled' }, { status: 'fulfilled' }]);
    });
    await holder.release();
    await impatient.destroy();
    expect(await service.deliveryRow(locked.id)).toBeInStatus('pending');
    for (const { id } of [released, free]) expect(await service.deliveryRow(id)).toBeInStatus('delivered');
  });

  it('is deleted with its delivery although it was recorded while the deletion waited', async () => {
    const claim = await leasedDelivery();
    let deleted: Promise<unknown> = Promise.resolve();
    await service.sql.transaction(async (tx) => {
      await lock(tx, claim);
      deleted = service.sql.query('DELETE FROM webhook_delivery WHERE id = $1', [claim.id]);
      await oneStatementWaits();
      await tx.query('INSERT INTO webhook_attempt (delivery_id, number, at, duration_ms) VALUES ($1, 2, now(), 7)', [
        claim.id,
      ]);
    });
    await deleted;
    expect(await service.attemptRows(claim.id), 'attempts of the deleted delivery').toEqual([]);
  });

  it('is recorded without waiting for the locked row of another attempt', async () => {
    const [locked, free] = [await leasedDelivery(), await leasedDelivery()];
    const recorded: string[] = [];
    const holder = service.sql.createQueryRunner();
    await holder.startTransaction();
    await lock(holder, locked);
    const waiting = recordDelivered(locked).then(() => recorded.push('locked'));
    await oneStatementWaits();
    await recordDelivered(free);
    recorded.push('free');
    await holder.rollbackTransaction();
    await holder.release();
    await waiting;
    expect(recorded).toEqual(['free', 'locked']);
    expect(await service.deliveryRow(locked.id)).toBeInStatus('delivered');
  });

  /** A delivery that looks as if a sender were sending it: pending, and leased for an hour. */
  async function leasedDelivery(): Promise<DeliveryClaim> {
    const { deliveryId: id } = await service.event(receiver.url);
    await service.waitForStatus(id, 'delivered');
    const [[row]] = await service.sql.query(
      `UPDATE webhook_delivery SET status = 'pending', leased_until = now() + interval '1 hour' WHERE id = $1
       RETURNING fence`,
      [id],
    );
    return { id, fence: row.fence, attempts: 0, endpoint: null };
  }

  const lock = (sql: Pick<DataSource, 'query'>, { id }: DeliveryClaim) =>
    sql.query('SELECT 1 FROM webhook_delivery WHERE id = $1 FOR UPDATE', [id]);

  const oneStatementWaits = () =>
    eventually(async () => {
      const blocked = await service.sql.query(
        `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      expect(blocked, 'statements that wait for the lock').toHaveLength(1);
    });

  function recordDelivered(claim: DeliveryClaim, claims = service.app.get(DeliveryClaims)): Promise<void> {
    return claims.recordAttempt(claim, { ...OUTCOME, delivered: true, statusCode: 200 }, DELIVERED);
  }
});
