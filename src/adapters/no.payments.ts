import { ApiError } from '../platform/errors/api-error.js';
import { type Checkout, type CustomerState, type Dispute, type PaymentEvent, Payments } from '../ports/payments.js';

/** Nobody collects: quotas and ledger work the same, and what only a provider has is not found. */
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

  portalUrl(): Promise<string> {
    return absent();
  }

  readEvent(): PaymentEvent {
    throw notConfigured();
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

const notConfigured = () => new ApiError(404, 'No payment provider is configured');

async function absent(): Promise<never> {
  throw notConfigured();
}
