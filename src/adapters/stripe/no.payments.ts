import { type Checkout, type CustomerState, type Dispute, type PaymentEvent, Payments } from '../../ports/payments.js';

/** Nobody collects: quotas and ledger work the same, plans change at once, and no provider is ever asked. */
export class NoPayments extends Payments {
  readonly collection = 'none';

  createCustomer(): Promise<string> {
    return absent();
  }

  openCheckout(): Promise<Checkout> {
    return absent();
  }

  customerState(): Promise<CustomerState> {
    return absent();
  }

  upgrade(): Promise<void> {
    return absent();
  }

  changeAtPeriodEnd(): Promise<void> {
    return absent();
  }

  startNextPlan(): Promise<void> {
    return absent();
  }

  keepPlan(): Promise<void> {
    return absent();
  }

  cancelAtPeriodEnd(): Promise<void> {
    return absent();
  }

  cancelNow(): Promise<void> {
    return absent();
  }

  endCustomer(): Promise<void> {
    return absent();
  }

  portalUrl(): Promise<string> {
    return absent();
  }

  readEvent(): PaymentEvent {
    throw nobody();
  }

  findDispute(): Promise<Dispute> {
    return absent();
  }

  reportOverage(): Promise<void> {
    return absent();
  }

  countedOverage(): Promise<number> {
    return absent();
  }
}

/** `collection` says so before anybody asks. */
const nobody = () => new Error('There is no payment provider to ask');

async function absent(): Promise<never> {
  throw nobody();
}
