// What is notified about disputes and calibrations reaches its receivers, and is what the OpenAPI document says.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService, type TestService } from '../support/apps/running-service.js';
import { storeDisputableCall } from '../support/builders/disputable-call.js';
import { checkReceived } from '../support/clients/documented-events.js';
import { startWebhookReceiver, type WebhookReceiver } from '../support/stubs/webhook-receiver.js';

let service: TestService;
let receiver: WebhookReceiver;

beforeAll(async () => {
  [service, receiver] = await Promise.all([startTestService(), startWebhookReceiver()]);
});
afterAll(() => Promise.all([service?.stop(), receiver?.close()]));

it('tells of an acknowledgement, a dispute, its end and a closed calibration', async () => {
  const { ask, at, call } = await storeDisputableCall(service);
  const events = ['evaluation.acknowledged', 'dispute.opened', 'dispute.resolved', 'calibration.closed'];
  await expect(await ask('/webhooks/endpoints', { json: { url: receiver.url, events } })).toAnswer(201);
  await expect(await at.acknowledge({ agent_id: 'agent-7' })).toAnswer(200);
  const opened = await at.dispute();
  await expect(opened).toAnswer(201);
  await expect(await at.resolve(opened.body.id)).toAnswer(200);
  const reviewer_ids = ['mara', 'jonas'];
  const session = await ask('/calibrations', {
    json: { scorecard_id: call.cardId, analysis_ids: [call.callId], reviewer_ids },
  });
  await expect(session).toAnswer(201);
  await expect(await ask(`/calibrations/${session.body.id}/close`, { method: 'POST' })).toAnswer(200);
  expect((await checkReceived(receiver, events.length)).toSorted()).toEqual(events.toSorted());
});
