// Payments without a provider: quotas and ledger work the same, plans change immediately, and no customer is charged.
import {
  type Checkout,
  type CustomerState,
  type Dispute,
  type InvoicedOverage,
  type OverageTerms,
  type PaymentEvent,
  Payments,
} from '../../ports/payments.js';

/** Callers check `collection` first: a call of any method is a fault of this service, not a ProviderError. */
export class NoPayments extends Payments {
  readonly collection = 'none';

  createCustomer(): Promise<string> {
    return rejectCall();
  }

  openCheckout(): Promise<Checkout> {
    return rejectCall();
  }

  customerState(): Promise<CustomerState> {
    return rejectCall();
  }

  upgrade(): Promise<void> {
    return rejectCall();
  }

  changeAtPeriodEnd(): Promise<void> {
    return rejectCall();
  }

  startNextPlan(): Promise<void> {
    return rejectCall();
  }

  keepPlan(): Promise<void> {
    return rejectCall();
  }

  cancelAtPeriodEnd(): Promise<void> {
    return rejectCall();
  }

  cancelNow(): Promise<void> {
    return rejectCall();
  }

  endCustomer(): Promise<void> {
    return rejectCall();
  }

  eraseCustomer(): Promise<boolean> {
    return rejectCall();
  }

  portalUrl(): Promise<string> {
    return rejectCall();
  }

  readEvent(): PaymentEvent {
    throw noProvider();
  }

  findDispute(): Promise<Dispute> {
    return rejectCall();
  }

  reportOverage(): Promise<void> {
    return rejectCall();
  }

  countedOverage(): Promise<number> {
    return rejectCall();
  }

  overageTerms(): Promise<OverageTerms | null> {
    return rejectCall();
  }

  invoiceOverage(): Promise<string> {
    return rejectCall();
  }

  invoicedOverage(): Promise<InvoicedOverage[]> {
    return rejectCall();
  }
}

const noProvider = () => new Error('There is no payment provider to ask');

async function rejectCall(): Promise<never> {
  throw noProvider();
}
