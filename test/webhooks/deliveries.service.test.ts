// The record of deliveries without a sender: what is due, for whom, and what senders are told.
import { getQueueToken } from '@nestjs/bull';
import { Logger } from '@nestjs/common';
import type { Queue } from 'bull';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { DELIVERIES_QUEUE } from '../../src/platform/queue/queue-names.js';
import { Deliveries, type DeliveryJob } from '../../src/webhooks/deliveries.service.js';
import { DeliveryClaims } from '../../src/webhooks/delivery/delivery-claims.js';
import { type Backing, setUpWebhooks, WebhookApp } from '../support/apps/webhook-app.js';
import { storedEvaluation } from '../support/builders/stored-scorecards.js';
import { eventually } from '../support/processes/eventually.js';

const HOOK = 'https://hooks.example.com/';

let backing: Backing;
let service: WebhookApp;
let queue: Queue<DeliveryJob>;
let accountId: string;

setUpWebhooks({ sends: false }, (given) => {
  ({ backing, service, accountId } = given);
  queue = service.app.get(getQueueToken(DELIVERIES_QUEUE));
});
afterEach(() => {
  vi.restoreAllMocks();
});

const recorded = (options: { livemode?: boolean; event?: 'analysis.completed' | 'analysis.failed' } = {}) =>
  service.event(HOOK, { accountId, enqueued: false, ...options });
const live = () => ({ accountId, livemode: true });
const wantedIds = async () => (await queue.getWaiting()).flatMap(({ data }) => data.deliveryIds);

describe('a delivery that is recorded', () => {
  it('is due at once, under an id of its own that receivers know it by', async () => {
    const { analysisId, deliveryId } = await recorded();
    const [row] = await service.sql.query(
      `SELECT status, event_id, attempt_count, next_attempt_at <= now() AS is_due, analysis_id, evaluation_id, rescore_id,
         trace_parent FROM webhook_delivery WHERE id = $1`,
      [deliveryId],
    );
    expect(row, 'the row of the delivery').toEqual({
      status: 'pending',
      event_id: expect.stringMatching(/^evt_[0-9a-f]{32}$/),
      attempt_count: 0,
      is_due: true,
      analysis_id: analysisId,
      evaluation_id: null,
      rescore_id: null,
      trace_parent: null,
    });
  });

  it('of an evaluation names the evaluation alone, which leads to its analysis', async () => {
    const analysisId = await service.analysis(accountId);
    const evaluationId = await storedEvaluation(service.sql, { accountId, analysisId });
    const event = 'evaluation.completed' as const;
    const id = await service.sql.transaction((tx) =>
      service.deliveries.record(tx, { accountId, analysisId, evaluationId, event, url: HOOK, livemode: true }),
    );
    const [row] = await service.sql.query('SELECT analysis_id, evaluation_id FROM webhook_delivery WHERE id = $1', [
      id,
    ]);
    expect(row, 'what the delivery tells of').toEqual({ analysis_id: null, evaluation_id: evaluationId });
  });

  it('is told to senders, however many there are', async () => {
    const ids = await service.backlog(HOOK, 3, accountId);
    await service.deliveries.enqueue(ids);
    expect(await wantedIds(), 'deliveries that senders were told of').toEqual(expect.arrayContaining(ids));
  });

  it('is sent by this process where it sends, and by others while its sender is busy or stopping', async () => {
    const own = await WebhookApp.start(backing.config, { sends: false });
    const sentHere: string[] = [];
    const sender = { hasRoom: true, sendIfDue: async (ids: readonly string[]) => void sentHere.push(...ids) };
    own.deliveries.useLocalSender(sender);
    const [here, elsewhere] = [await recorded(), await recorded()];
    await own.deliveries.enqueue([here.deliveryId]);
    expect(sentHere, 'deliveries given to the sender of this process').toEqual([here.deliveryId]);
    expect(await wantedIds(), 'deliveries in the queue while this process has room').not.toContain(here.deliveryId);
    sender.hasRoom = false;
    await own.deliveries.enqueue([elsewhere.deliveryId]);
    expect(sentHere, 'deliveries given to a sender without room').not.toContain(elsewhere.deliveryId);
    expect(await wantedIds(), 'deliveries in the queue').toContain(elsewhere.deliveryId);
    await own.app.close();
  });

  it('stays recorded when the queue is away: the next sweep finds it', async () => {
    const { deliveryId } = await recorded();
    const warn = vi.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    vi.spyOn(queue, 'add').mockRejectedValue(new Error('Redis is away'));
    await expect(
      service.deliveries.enqueue([deliveryId, deliveryId]),
      'the caller was disturbed',
    ).resolves.not.toThrow();
    expect(warn, 'what operators read').toHaveBeenCalledTimes(1);
    expect(await service.deliveryRow(deliveryId), 'the delivery').toMatchObject({ status: 'pending' });
  });
});

describe('deliveries of an analysis', () => {
  it('are listed newest first, each with its own attempts in their order', async () => {
    const { analysisId, deliveryId: first } = await recorded();
    // The time of creation has milliseconds, and both could be made within one.
    await service.sql.query(`UPDATE webhook_delivery SET created_at = created_at - interval '1 second' WHERE id = $1`, [
      first,
    ]);
    const event = 'analysis.completed' as const;
    const second = await service.sql.transaction((tx) =>
      service.deliveries.record(tx, { accountId, analysisId, event, url: HOOK, livemode: true }),
    );
    await service.sql.query(
      `INSERT INTO webhook_attempt (delivery_id, number, at, status_code, duration_ms, error)
       VALUES ($1, 2, now(), 200, 7, NULL), ($1, 1, now(), NULL, 15000, 'timeout'), ($2, 1, now(), 500, 9, 'unsuccessful_status')`,
      [first, second],
    );
    const { deliveries, total } = await service.deliveries.list(accountId, analysisId, { skip: 0, limit: 10 });
    const shown = deliveries.map(({ id, attempts }) => [
      id,
      ...attempts.map(({ statusCode, durationMs, error }) => ({ statusCode, durationMs, error })),
    ]);
    expect(shown, 'the deliveries with their attempts').toEqual([
      [second, { statusCode: 500, durationMs: 9, error: 'unsuccessful_status' }],
      [
        first,
        { statusCode: null, durationMs: 15_000, error: 'timeout' },
        { statusCode: 200, durationMs: 7, error: null },
      ],
    ]);
    expect(total, 'how many there are').toBe(2);
  });

  it('are none where there is no webhook, and a 404 where there is no analysis', async () => {
    const analysisId = await service.analysis(accountId);
    const page = { skip: 0, limit: 10 };
    expect(await service.deliveries.list(accountId, analysisId, page)).toEqual({ deliveries: [], total: 0 });
    const { deliveries } = service;
    const stranger = await service.account();
    await expect(deliveries.list(stranger, analysisId, page), 'of another account').rejects.toMatchObject({
      status: 404,
    });
  });
});

describe('a delivery that is to be sent again', () => {
  it('is due at once with a new schedule, and senders are told of it', async () => {
    const { analysisId, deliveryId } = await recorded();
    await service.sql.query(
      `UPDATE webhook_delivery SET status = 'failed', attempt_count = 10, next_attempt_at = NULL, fence = 10 WHERE id = $1`,
      [deliveryId],
    );
    const inTransaction: unknown[] = [];
    const again = await service.deliveries.redeliver(live(), analysisId, deliveryId, async (_, delivery) => {
      inTransaction.push(delivery);
    });
    expect(again, 'the delivery as it is answered').toMatchObject({ id: deliveryId, status: 'pending', attempts: [] });
    expect(inTransaction, 'what is stored as the answer, in the same transaction').toEqual([again]);
    expect(again.nextAttemptAt, 'when it is due').toBeInstanceOf(Date);
    expect(await service.deliveryRow(deliveryId), 'its schedule').toMatchObject({ attempt_count: 0, fence: 11 });
    await eventually(async () => expect(await wantedIds(), 'what senders were told of').toContain(deliveryId));
  });

  it.each([
    ['is worked on again', "status = 'processing', settled_at = NULL"],
    ['has failed in the meantime', "status = 'failed', error_message = 'No speech'"],
  ])('is refused once its analysis %s: it would tell of something else', async (_, change) => {
    const { analysisId, deliveryId } = await recorded();
    await service.sql.query(`UPDATE analysis SET ${change} WHERE id = $1`, [analysisId]);
    await expect(service.deliveries.redeliver(live(), analysisId, deliveryId), 'the redelivery').rejects.toMatchObject({
      status: 400,
      detail: 'The analysis was started again after this notification',
    });
    expect(await service.deliveryRow(deliveryId), 'the delivery is changed in spite of the refusal').toMatchObject({
      fence: 0,
    });
  });

  it('is a 404 under another analysis or another account', async () => {
    const { analysisId, deliveryId } = await recorded();
    const other = await recorded();
    const stranger = { accountId: await service.account(), livemode: true };
    for (const [caller, analysis] of [
      [live(), other.analysisId],
      [stranger, analysisId],
    ] as const)
      await expect(service.deliveries.redeliver(caller, analysis, deliveryId), 'the redelivery').rejects.toMatchObject({
        status: 404,
        detail: 'Delivery not found',
      });
  });
});

it('withdraws what is still to be sent when an analysis is started again, and leaves what was sent', async () => {
  const { analysisId, deliveryId: open } = await recorded({ event: 'analysis.failed' });
  const event = 'analysis.failed' as const;
  const sent = await service.sql.transaction((tx) =>
    service.deliveries.record(tx, { accountId, analysisId, event, url: HOOK, livemode: true }),
  );
  await service.sql.query(`UPDATE webhook_delivery SET status = 'delivered', next_attempt_at = NULL WHERE id = $1`, [
    sent,
  ]);
  const { deliveryId: ofAnother } = await recorded();
  await service.sql.transaction((tx) => service.app.get(Deliveries).withdraw(tx, analysisId));
  const states = await Promise.all([open, sent, ofAnother].map((id) => service.deliveryRow(id)));
  expect(
    states.map(({ status, next_attempt_at }) => [status, next_attempt_at !== null]),
    'the status, and whether it is due: the withdrawn, the sent, and that of another analysis',
  ).toEqual([
    ['failed', false],
    ['delivered', false],
    ['pending', true],
  ]);
});

describe('what is due', () => {
  const claims = () => new DeliveryClaims(service.sql);

  it('is found by id, without what is due later, being sent, or over', async () => {
    const [first, second, later, sending, over] = await service.backlog(HOOK, 5, accountId);
    for (const [id, change] of [
      [later, "next_attempt_at = now() + interval '1 hour'"],
      [sending, "leased_until = now() + interval '1 hour'"],
      [over, "status = 'failed', next_attempt_at = NULL"],
    ])
      await service.sql.query(`UPDATE webhook_delivery SET ${change} WHERE id = $1`, [id]);
    const found = await claims().findDue([first, second, later, sending, over].map(String));
    const wanted = [first, second].map((id) => ({ id, account_id: accountId, url: HOOK }));
    expect(found, 'the deliveries that are due').toHaveLength(wanted.length);
    expect(found, 'the deliveries that are due').toEqual(expect.arrayContaining(wanted));
  });

  it('is read from where the last page ended, the longest due first', async () => {
    await service.sql.query(`UPDATE webhook_delivery SET status = 'failed', next_attempt_at = NULL WHERE livemode`);
    const [first = '', second = ''] = await service.backlog(HOOK, 2, accountId);
    const dueAt = (id: string, at: string) =>
      service.sql.query('UPDATE webhook_delivery SET next_attempt_at = $2 WHERE id = $1', [id, at]);
    await dueAt(first, '2026-11-20 10:00:00.001+00');
    await dueAt(second, '2026-11-20 10:00:00.002+00');
    const all = await claims().findDueAfter(null);
    expect(
      all.deliveries.map(({ id }) => id),
      'all that is due',
    ).toEqual([first, second]);
    expect(all.end, 'where the next page begins: this was the last').toBeNull();
    const rest = await claims().findDueAfter({ id: first, due_at: '2026-11-20 10:00:00.001+00' });
    expect(
      rest.deliveries.map(({ id }) => id),
      'what is due after the first',
    ).toEqual([second]);
  });

  it('is claimed once, with what its notification carries', async () => {
    const { analysisId, deliveryId } = await recorded();
    const claimed = await claims().claim([deliveryId]);
    const { event_id } = await service.deliveryRow(deliveryId);
    expect(claimed.get(deliveryId), 'the claimed delivery').toMatchObject({
      id: deliveryId,
      accountId,
      analysisId,
      eventId: event_id,
      url: HOOK,
      fence: 1,
      attempts: 0,
      traceParent: null,
    });
    const body = JSON.parse(String(claimed.get(deliveryId)?.body));
    expect(body, 'its notification').toMatchObject({ event: 'analysis.completed', id: event_id, livemode: true });
    expect((await claims().claim([deliveryId])).size, 'senders that have it besides').toBe(0);
  });

  it('is claimed without the notification of an evaluation that is deleted at the same moment', async () => {
    const { analysisId, deliveryId } = await recorded();
    const evaluationId = await storedEvaluation(service.sql, { accountId, analysisId });
    const event = 'evaluation.completed' as const;
    const ofEvaluation = await service.sql.transaction((tx) =>
      service.deliveries.record(tx, { accountId, analysisId, evaluationId, event, url: HOOK, livemode: true }),
    );
    const query = service.sql.query.bind(service.sql);
    // The rounds of the service ask, too.
    vi.spyOn(service.sql, 'query').mockImplementation(async (statement, parameters) => {
      if (statement.includes('FROM evaluation e')) await query('DELETE FROM evaluation WHERE id = $1', [evaluationId]);
      return query(statement, parameters);
    });
    const claimed = await claims().claim([ofEvaluation, deliveryId]);
    expect([...claimed.keys()], 'the claimed deliveries').toEqual([deliveryId]);
  });
});
