// Endpoints of an account, made by the API, and events of its calls.
import type { NewEvent } from '../../../src/webhooks/deliveries.service.js';
import type { WebhookApp } from '../apps/webhook-app.js';

export interface MadeEndpoint {
  readonly id: string;
  readonly secret: string;
}

/** For the account that sends the requests of the app. */
export async function makeEndpoint(service: WebhookApp, url: string, fields: object = {}): Promise<MadeEndpoint> {
  const answer = await service.request('POST', '/webhooks/endpoints', { url, events: ['*'], ...fields });
  if (answer.status !== 201) throw new Error(`No endpoint was made: ${JSON.stringify(answer.body)}`);
  return answer.body as MadeEndpoint;
}

/** An event of a completed analysis that is there already, or of a new one. @returns the ids of its deliveries that are due */
export async function happen(
  service: WebhookApp,
  accountId: string,
  event: Partial<NewEvent> = {},
): Promise<{ analysisId: string; deliveryIds: string[] }> {
  const { livemode = true } = event;
  const analysisId = event.analysisId ?? (await service.analysis(accountId, { livemode }));
  const happened: NewEvent = {
    accountId,
    analysisId,
    event: 'analysis.completed',
    webhook: { url: null, events: [] },
    livemode,
    ...event,
  };
  const deliveryIds = await service.sql.transaction((tx) => service.deliveries.recordEvent(tx, happened));
  await service.deliveries.enqueue(deliveryIds);
  return { analysisId, deliveryIds };
}
