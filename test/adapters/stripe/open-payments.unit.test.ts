import { expect, it, onTestFinished } from 'vitest';
import { openPayments } from '../../../src/adapters/stripe/open-payments.js';
import type { Config } from '../../../src/platform/config/config.js';
import { STUB_WEBHOOK_SECRET, startStripeStub } from '../../support/stubs/stripe-stub.js';

const http = { publicUrl: 'https://calls.example.org' };
const open = (stripe: object | null, enabled = true) =>
  openPayments({ stripe, http, console: { enabled } } as unknown as Config);

it('charges no customer where no payment provider is configured', async () => {
  expect((await open(null)).collection).toBe('none');
});

it('charges at Stripe where its key is configured, and leads customers back to this service', async () => {
  const stub = await startStripeStub();
  onTestFinished(() => stub.close());
  stub.put('customers', { id: 'cus_1', object: 'customer' });
  const key = { secretKey: 'sk_test_stub', webhookSecret: STUB_WEBHOOK_SECRET, apiBase: stub.url };
  for (const [isConsole, path] of [
    [true, '/app/settings'],
    [false, '/docs'],
  ] as const) {
    const payments = await open(key, isConsole);
    expect(payments.collection).toBe('stripe');
    await payments.portalUrl('cus_1');
    expect(stub.requests.at(-1)?.fields.return_url, 'where the portal leads back to').toBe(`${http.publicUrl}${path}`);
  }
});
