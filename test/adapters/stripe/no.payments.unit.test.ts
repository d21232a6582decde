import { expect, it } from 'vitest';
import { NoPayments } from '../../../src/adapters/stripe/no.payments.js';
import { describePayments } from '../../ports/payments.contract.js';

describePayments('none', {
  collection: 'none',
  payments: () => new NoPayments(),
  working: { noCase: 'There is no provider that could work.' },
  failures: [
    {
      what: 'no provider is configured',
      retryable: null,
      secrets: [],
      payments: async () => new NoPayments(),
    },
  ],
});

it('throws when an event is to be read: no provider can have sent it', () => {
  expect(() => new NoPayments().readEvent()).toThrow('There is no payment provider to ask');
});
