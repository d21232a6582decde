import { expect, it } from 'vitest';
import { retryWaitSeconds } from '../../../src/billing/subscriptions/payment-events.service.js';

it.each([2, 10, 60, 300, 900, 900].map((seconds, attempts) => ({ attempts, seconds })))(
  'an event that cannot be processed waits $seconds s after $attempts failed attempts',
  ({ attempts, seconds }) => {
    expect(retryWaitSeconds(attempts), 'A payment is noticed later, or the provider is asked more often').toBe(seconds);
  },
);
