import { describePayments } from '../../ports/payments.contract.js';
import { MeteredPayments } from './metered-payments.js';

const payments = new MeteredPayments();

describePayments('the provider in memory of the histories', {
  collection: 'stripe',
  working: {
    subscriber: async () => {
      const customerId = await payments.createCustomer({ accountId: 'account-1' });
      const order = { accountId: 'account-1', customerId, plan: 'starter', effectId: null } as const;
      payments.pay((await payments.openCheckout(order)).url);
      const { subscription } = await payments.customerState(customerId);
      return { customerId, subscriptionId: subscription?.id ?? '' };
    },
    pay: (url) => payments.pay(url),
    deleteCustomer: (customerId) => payments.deleteCustomer(customerId),
    event: (customerId) => payments.event(customerId),
    signed: { noCase: 'Its signatures have no time, and it signs its own events only.' },
    dispute: { noCase: 'The histories have no disputes.' },
    odd: { noCase: 'It is called in memory, so no answer can be spoilt on the way.' },
    lost: { noCase: 'It is called in memory, so no answer can be lost on the way.' },
  },
  failures: [],
  payments: () => payments,
});
