// What receivers have of a call that is masked afterwards, and what they get of it from then on.
import { expect, it } from 'vitest';
import { deliveredBefore } from '../../src/webhooks/delivered-before.js';
import { setUpWebhooks, type WebhookApp } from '../support/apps/webhook-app.js';
import { storedEvaluation } from '../support/builders/stored-scorecards.js';
import { answering, type WebhookReceiver } from '../support/stubs/webhook-receiver.js';

const CARD = '4111 1111 1111 1111';

let service: WebhookApp;
let receiver: WebhookReceiver;
let accountId: string;
setUpWebhooks({ waitsMs: [] }, (given) => {
  ({ service, receiver, accountId } = given);
});

const say = (analysisId: string, words: string) =>
  service.sql.query('UPDATE analysis_payload SET transcript = $2 WHERE analysis_id = $1', [
    analysisId,
    JSON.stringify({ text: words, language: 'en', segments: [] }),
  ]);

/** Records a delivery with attempts of these outcomes, a second apart. */
async function attempted(analysisId: string, errors: readonly (string | null)[], evaluationId?: string) {
  const event = evaluationId === undefined ? 'analysis.completed' : 'evaluation.completed';
  const subject = evaluationId === undefined ? {} : { evaluationId };
  const id = await service.sql.transaction((tx) =>
    service.deliveries.record(tx, { accountId, analysisId, ...subject, event, url: receiver.url, livemode: true }),
  );
  for (const [n, error] of errors.entries())
    await service.sql.query(
      `INSERT INTO webhook_attempt (delivery_id, number, at, status_code, duration_ms, error)
       VALUES ($1, $2::int, timestamptz '2026-11-26 10:00Z' + $2::int * interval '1 second', 200, 1, $3)`,
      [id, n + 1, error],
    );
  return id;
}

it('lists what receivers took, of the call and of its evaluations, the latest first and each once', async () => {
  const analysisId = await service.analysis(accountId);
  const evaluationId = await storedEvaluation(service.sql, { accountId, analysisId });
  await attempted(analysisId, ['timeout', null, 'timeout']);
  await attempted(analysisId, [null, null, null], evaluationId);
  await attempted(analysisId, ['timeout']);
  await attempted(await service.analysis(accountId), [null]);
  expect(await deliveredBefore(service.sql, analysisId)).toEqual([
    { event: 'evaluation.completed', url: receiver.url, deliveredAt: new Date('2026-11-26T10:00:03Z') },
    { event: 'analysis.completed', url: receiver.url, deliveredAt: new Date('2026-11-26T10:00:02Z') },
  ]);
});

it('lists the latest hundred', async () => {
  const analysisId = await service.analysis(accountId);
  const ids = await Promise.all(Array.from({ length: 101 }, () => attempted(analysisId, [])));
  await service.sql.query(
    `INSERT INTO webhook_attempt (delivery_id, number, at, status_code, duration_ms)
     SELECT id, 1, timestamptz '2026-11-26 10:00Z' + n * interval '1 second', 200, 1
     FROM unnest($1::uuid[]) WITH ORDINALITY AS made (id, n)`,
    [ids],
  );
  const listed = await deliveredBefore(service.sql, analysisId);
  expect([listed.length, listed.at(-1)?.deliveredAt]).toEqual([100, new Date('2026-11-26T10:00:02Z')]);
});

it('sends again what is masked by then, under the id that the receiver knows', async () => {
  const { analysisId, deliveryId } = await service.event(receiver.url, { accountId, enqueued: false });
  await say(analysisId, `My card is ${CARD}.`);
  await service.deliveries.enqueue([deliveryId]);
  const [first] = await receiver.requests(1);
  expect(first?.body, 'what was delivered before').toContain(CARD);
  await service.waitForStatus(deliveryId, 'delivered');
  await say(analysisId, 'My card is [CARD_NUMBER_1].');
  await service.deliveries.redeliver({ accountId, livemode: true }, analysisId, deliveryId);
  const [, second] = await receiver.requests(2);
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
  expect(second?.body).toContain('My card is [CARD_NUMBER_1].');
  expect(second?.body).not.toContain(CARD);
});

it('sends what is masked by then where an attempt failed before', async () => {
  const { analysisId, deliveryId } = await service.event(receiver.url, { accountId, enqueued: false });
  receiver.behave(answering(500), answering(200));
  await say(analysisId, `My card is ${CARD}.`);
  await service.deliveries.enqueue([deliveryId]);
  await receiver.requests(1);
  await service.waitForStatus(deliveryId, 'failed');
  await say(analysisId, 'My card is [CARD_NUMBER_1].');
  await service.deliveries.redeliver({ accountId, livemode: true }, analysisId, deliveryId);
  const [first, second] = await receiver.requests(2);
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
  expect(second?.body).not.toContain(CARD);
});
