// Which keys may subscribe to what.
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { setUpWebhooks, type WebhookApp } from '../../support/apps/webhook-app.js';
import { makeEndpoint } from '../../support/builders/webhook-endpoints.js';
import type { WebhookReceiver } from '../../support/stubs/webhook-receiver.js';

let service: WebhookApp;
let receiver: WebhookReceiver;

setUpWebhooks({ waitsMs: [] }, (given) => {
  ({ service, receiver } = given);
});

it('an endpoint needs the right to read calls where notifications hold them whole', async () => {
  const { id } = await makeEndpoint(service, receiver.url, { payload: 'thin' });
  const person = service.caller!;
  const body = { url: receiver.url, events: ['*'] };
  service.caller = { ...person, principal: { kind: 'key', id: randomUUID(), scopes: ['settings:write'], maker: null } };
  try {
    for (const [method, path] of [
      ['POST', ''],
      ['PUT', `/${id}`],
    ] as const) {
      const full = await service.request(method, `/webhooks/endpoints${path}`, { ...body, payload: 'full' });
      await expect(full).toAnswer(403, { detail: 'API key lacks the scope analysis:read' });
      await expect(await service.request(method, `/webhooks/endpoints${path}`, { ...body, payload: 'thin' })).toAnswer(
        method === 'POST' ? 201 : 200,
      );
    }
  } finally {
    service.caller = person;
  }
});
