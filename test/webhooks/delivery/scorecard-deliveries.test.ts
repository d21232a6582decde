// Notifications of evaluations and of jobs that judge stored calls again.
import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { DeliveryClaims } from '../../../src/webhooks/delivery/delivery-claims.js';
import { setUpWebhooks, type WebhookApp } from '../../support/apps/webhook-app.js';
import { storedEvaluation, storedRescore } from '../../support/builders/stored-scorecards.js';
import { answering, type WebhookReceiver } from '../../support/stubs/webhook-receiver.js';

let service: WebhookApp;
let receiver: WebhookReceiver;
let accountId: string;

setUpWebhooks({ waitsMs: [] }, (given) => {
  ({ service, receiver, accountId } = given);
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** Records the notification of a completed evaluation. */
async function evaluated({ livemode = true, enqueued = true } = {}) {
  const analysisId = await service.analysis(accountId, { livemode, url: receiver.url });
  const evaluationId = await storedEvaluation(service.sql, { accountId, analysisId, livemode });
  const event = 'evaluation.completed' as const;
  const deliveryId = await service.sql.transaction((tx) =>
    service.deliveries.record(tx, { accountId, analysisId, evaluationId, event, url: receiver.url, livemode }),
  );
  if (enqueued) await service.deliveries.enqueue([deliveryId]);
  return { analysisId, evaluationId, deliveryId, path: `/analysis/${analysisId}/deliveries` };
}

/** Deletes the evaluation at the moment at which what an event tells of is read. */
function deleteWhenRead(evaluationId: string): void {
  const query = service.sql.query.bind(service.sql);
  vi.spyOn(service.sql, 'query').mockImplementation(async (statement, parameters) => {
    if (statement.endsWith('WHERE e.id = ANY($1)')) await query('DELETE FROM evaluation WHERE id = $1', [evaluationId]);
    return query(statement, parameters);
  });
}

async function verified({ body, headers }: { body: string; headers: Record<string, string> }): Promise<unknown> {
  return new Webhook((await service.secrets.get(accountId)).secret).verify(body, headers);
}

describe('the notification of an evaluation', () => {
  it('carries the evaluation, signed, and is listed with those of its analysis [scorecards 30]', async () => {
    const { analysisId, evaluationId, deliveryId, path } = await evaluated();
    const [received] = await receiver.requests(1);
    await service.waitForStatus(deliveryId, 'delivered');
    expect(await verified(received as never)).toMatchObject({
      event: 'evaluation.completed',
      id: received?.headers['webhook-id'],
      livemode: true,
      data: {
        id: evaluationId,
        object: 'evaluation',
        analysis_id: analysisId,
        status: 'completed',
        score: 86,
        scorecard: { name: 'Retention line', revision: 1 },
        answers: [{ question: 'recording_notice', answer: 'yes' }],
        provenance: { judge: null },
      },
    });
    const { deliveryId: ofAnalysis } = await eventOf(analysisId);
    expect(await service.request('GET', path)).toMatchObject({
      body: {
        total: 2,
        items: [
          { id: ofAnalysis, event: 'analysis.completed' },
          { id: deliveryId, event: 'evaluation.completed', status: 'delivered', attempts: [{ status_code: 200 }] },
        ],
      },
    });
    expect(await service.request('GET', `${path}?limit=1&skip=1`)).toMatchObject({
      body: { total: 2, items: [{ id: deliveryId }] },
    });
    service.actAs(await service.account());
    await expect(await service.request('GET', `${path}/${deliveryId}`)).toAnswer(404, { detail: 'Delivery not found' });
  });

  it('is sent again on request, also when the analysis has changed [scorecards 30]', async () => {
    receiver.behave(answering(500), answering(200));
    const { analysisId, deliveryId, path } = await evaluated();
    await service.waitForStatus(deliveryId, 'failed');
    await service.sql.query("UPDATE analysis SET status = 'failed' WHERE id = $1", [analysisId]);
    const answer = await service.request('POST', `${path}/${deliveryId}/redeliver`);
    await expect(answer).toAnswer(200, expect.objectContaining({ event: 'evaluation.completed', status: 'pending' }));
    await service.waitForStatus(deliveryId, 'delivered');
    const [first, second] = receiver.received;
    expect(second?.headers['webhook-id'], 'the id of the second attempt').toBe(first?.headers['webhook-id']);
  });

  it('is not sent in test mode: the delivery shows the signed request [scorecards 30]', async () => {
    const { evaluationId, deliveryId, path } = await evaluated({ livemode: false });
    const shown = await service.request('GET', `${path}/${deliveryId}`);
    await expect(shown).toAnswer(200, expect.objectContaining({ event: 'evaluation.completed', status: 'suppressed' }));
    const { request } = shown.body as { request: { body: string; headers: Record<string, string> } };
    expect(await verified(request)).toMatchObject({ livemode: false, data: { id: evaluationId, livemode: false } });
    await expect(await service.request('POST', `${path}/${deliveryId}/redeliver`)).toAnswer(400, {
      detail: 'Test mode deliveries are recorded but never sent',
    });
    expect(receiver.received, 'A notification leaves in test mode').toHaveLength(0);
    deleteWhenRead(evaluationId);
    const deletedMeanwhile = await service.request('GET', `${path}/${deliveryId}`);
    await expect(deletedMeanwhile, 'the delivery of an evaluation that is deleted meanwhile').toAnswer(
      200,
      expect.objectContaining({ id: deliveryId, request: null }),
    );
  });

  it('is sent by another sender when the one that claimed it was killed', async () => {
    const { deliveryId } = await evaluated({ enqueued: false, livemode: false });
    // As a sender leaves it that is killed between its claim and its request.
    await service.sql.query(
      `UPDATE webhook_delivery SET status = 'pending', livemode = true, fence = 1, next_attempt_at = now(),
         leased_until = now() + interval '1 hour' WHERE id = $1`,
      [deliveryId],
    );
    expect((await service.app.get(DeliveryClaims).claim([deliveryId])).size, 'deliveries that were claimed').toBe(0);
    await service.sql.query('UPDATE webhook_delivery SET leased_until = now() WHERE id = $1', [deliveryId]);
    await service.waitForStatus(deliveryId, 'delivered');
    expect(receiver.received, 'notifications after the sender was killed').toHaveLength(1);
  });

  it('is claimed together with those of analyses, each with its own body, without one that is deleted meanwhile', async () => {
    const [{ evaluationId, deliveryId, analysisId }, gone] = await Promise.all([
      evaluated({ enqueued: false, livemode: false }),
      evaluated({ enqueued: false, livemode: false }),
    ]);
    const { deliveryId: ofAnalysis } = await eventOf(analysisId, false);
    const ids = [deliveryId, ofAnalysis];
    deleteWhenRead(gone.evaluationId);
    await service.sql.query(
      `UPDATE webhook_delivery SET status = 'pending', livemode = true, next_attempt_at = now() WHERE id = ANY($1)`,
      [[...ids, gone.deliveryId]],
    );
    const received = await receiver.requests(2);
    const told = received.map(({ body }) => JSON.parse(body)).map(({ event, data }) => [event, data.object, data.id]);
    expect(told.toSorted()).toEqual([
      ['analysis.completed', 'analysis', analysisId],
      ['evaluation.completed', 'evaluation', evaluationId],
    ]);
    await Promise.all(ids.map((id) => service.waitForStatus(id, 'delivered')));
  });

  it('is deleted with its analysis', async () => {
    const { analysisId, deliveryId } = await evaluated({ livemode: false });
    await service.sql.query('DELETE FROM analysis WHERE id = $1', [analysisId]);
    expect(await service.sql.query('SELECT 1 FROM webhook_delivery WHERE id = $1', [deliveryId])).toEqual([]);
  });
});

describe('the notification of a rescore', () => {
  it('carries the job, signed, and belongs to no analysis [scorecards 31]', async () => {
    const rescoreId = await storedRescore(service.sql, accountId);
    const event = 'rescore.completed' as const;
    const deliveryId = await service.sql.transaction((tx) =>
      service.deliveries.record(tx, {
        accountId,
        analysisId: null,
        rescoreId,
        event,
        url: receiver.url,
        livemode: true,
      }),
    );
    await service.deliveries.enqueue([deliveryId]);
    const [received] = await receiver.requests(1);
    await service.waitForStatus(deliveryId, 'delivered');
    expect(await verified(received as never)).toMatchObject({
      event,
      data: {
        id: rescoreId,
        object: 'rescore',
        status: 'completed',
        counts: { total: 3, completed: 2, failed: 0, skipped: 1 },
      },
    });
    await service.sql.query('DELETE FROM rescore WHERE id = $1', [rescoreId]);
    expect(await service.sql.query('SELECT 1 FROM webhook_delivery WHERE id = $1', [deliveryId])).toEqual([]);
    expect(await service.attemptRows(deliveryId), 'attempts of the deleted delivery').toEqual([]);
  });
});

describe('a sample', () => {
  it('of a rescore is made up, and takes no analysis [scorecards 32]', async () => {
    const body = { webhook_url: receiver.url, event: 'rescore.completed' };
    await expect(await service.request('POST', '/webhooks/test', body)).toAnswer(200);
    expect(await verified(receiver.received[0] as never)).toMatchObject({
      event: 'rescore.completed',
      livemode: false,
      data: { object: 'rescore', status: 'completed', livemode: false },
    });
    const analysis_id = await service.analysis(accountId);
    await expect(await service.request('POST', '/webhooks/test', { ...body, analysis_id })).toAnswer(422, {
      detail: [
        {
          type: 'value_error',
          loc: ['body', 'analysis_id'],
          msg: 'Value error, the event rescore.completed tells of no analysis',
        },
      ],
    });
  });

  const sample = (more: object = {}) =>
    service.request('POST', '/webhooks/test', { webhook_url: receiver.url, event: 'evaluation.completed', ...more });

  it('of an evaluation is made up, or carries the newest completed one of an analysis [scorecards 32]', async () => {
    await expect(await sample()).toAnswer(200, expect.objectContaining({ delivered: true }));
    expect(await verified(receiver.received[0] as never)).toMatchObject({
      event: 'evaluation.completed',
      livemode: false,
      data: { object: 'evaluation', outcome: 'passed', livemode: false },
    });
    const analysisId = await service.analysis(accountId);
    await expect(await sample({ analysis_id: analysisId })).toAnswer(422, {
      detail: [
        {
          type: 'value_error',
          loc: ['body', 'analysis_id'],
          msg: 'Value error, the analysis must have a completed evaluation for the event evaluation.completed',
        },
      ],
    });
    const evaluationId = await storedEvaluation(service.sql, { accountId, analysisId });
    await expect(await sample({ analysis_id: analysisId })).toAnswer(200);
    expect(JSON.parse(receiver.received[1]?.body ?? '')).toMatchObject({ data: { id: evaluationId } });
    await expect(await sample({ analysis_id: randomUUID() })).toAnswer(404);
  });
});

/** Records the notification of the analysis itself. */
async function eventOf(analysisId: string, livemode = true): Promise<{ deliveryId: string }> {
  const event = 'analysis.completed' as const;
  const deliveryId = await service.sql.transaction((tx) =>
    service.deliveries.record(tx, { accountId, analysisId, event, url: receiver.url, livemode }),
  );
  return { deliveryId };
}
