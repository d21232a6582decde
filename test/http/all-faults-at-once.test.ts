import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, startTestService, type TestService } from '../support/running-service.js';

let service: TestService;
let account: Account;

beforeAll(async () => {
  service = await startTestService();
  account = await service.openAccount();
});

afterAll(() => service?.stop());

describe('a request with more than one malformed part', () => {
  it.each([
    ['two path ids', 'POST', '/analysis/x/deliveries/y/redeliver', undefined, ['path.id', 'path.delivery_id']],
    ['a path id and the query', 'GET', '/analysis/x?include=everything', undefined, ['path.id', 'query.include']],
    [
      'a path id and a page',
      'GET',
      '/analysis/x/deliveries?skip=-1&limit=0',
      undefined,
      ['path.id', 'query.skip', 'query.limit'],
    ],
    [
      'a path id and the body',
      'POST',
      '/analysis/x/webhook',
      { webhook_url: 'no address', webhook_events: ['analysis.begun'] },
      ['path.id', 'body.webhook_url', 'body.webhook_events.0'],
    ],
    ['a path id and no body', 'POST', '/analysis/x/webhook', undefined, ['path.id', 'body.webhook_url']],
  ])('is told all of them at once: %s', async (_, method, path, body, places) => {
    const response = await fetch(`${service.baseUrl}${path}`, {
      method,
      headers: { 'x-api-key': account.liveKey, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    expect(response.status).toBe(422);
    const { detail } = (await response.json()) as { detail: { loc: string[] }[] };
    expect(detail.map(({ loc }) => loc.join('.'))).toEqual(places);
  });
});
