import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../support/apps/running-service.js';
import { contractFetch } from '../support/clients/responses.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({
    PROCESS: 'api',
    STARTER_PRICE_CENTS: '5100',
    STARTER_INCLUDED_MINUTES: '1200',
    STARTER_OVERAGE_CENTS: '4.5',
    RATE_LIMIT_DEFAULT: '3',
  });
});
afterAll(() => service?.stop());

describe('GET /billing/plans', () => {
  it('lists the configured plans for anyone, and may be cached [settled 33]', async () => {
    const response = await contractFetch(`${service.baseUrl}/billing/plans`);
    await expect(response).toAnswer(200);
    expect(response.headers.get('cache-control'), 'how long the plans may be cached').toBe('public, max-age=300');
    expect(await response.json()).toEqual({
      items: [
        plan('free', { included_minutes: 100 }),
        plan('starter', {
          price_cents: 5100,
          included_minutes: 1200,
          overage_available: true,
          overage_price_cents_per_minute: 4.5,
        }),
        plan('growth', {
          price_cents: 19900,
          included_minutes: 5000,
          overage_available: true,
          overage_price_cents_per_minute: 4,
        }),
      ],
      total: 3,
    });
  });

  it('counts against the client address, and no refusal may be cached', async () => {
    let response: Response;
    let sent = 0;
    do {
      response = await contractFetch(`${service.baseUrl}/billing/plans`);
      sent += 1;
    } while (response.status !== 429 && sent < 8);
    await expect(response).toAnswer(429);
    expect(response.headers.get('cache-control'), 'the header cache-control').toEqual('no-store');
  });
});

const plan = (name: string, terms: object) => ({
  object: 'plan',
  plan: name,
  price_cents: 0,
  currency: 'usd',
  overage_available: false,
  overage_price_cents_per_minute: null,
  ...terms,
});
