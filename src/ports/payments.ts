// The payment provider. Minutes, limits and the 402 come from the service's own ledger; the provider is told what to charge.
import { ProviderError } from './provider-error.js';

/** Cheapest first. Their prices and minutes are settings; a test compares the names with the database. */
export const PAID_PLANS = ['starter', 'growth'] as const;
export type PaidPlan = (typeof PAID_PLANS)[number];

export interface Payer {
  readonly accountId: string;
  readonly email: string;
}

export interface Order {
  readonly accountId: string;
  readonly customerId: string;
  readonly plan: PaidPlan;
  /**
   * Idempotency key: the provider opens one checkout for it, however often it is asked. Null: a new checkout each time.
   */
  readonly effectId: string | null;
}

/** The provider's page on which the customer pays the order. */
export interface Checkout {
  readonly url: string;
  readonly expiresAt: Date;
}

/** A subscription that entitles the account to its plan. */
export interface PaidSubscription {
  readonly id: string;
  /** `past_due`: the last payment failed and the provider still retries it. */
  readonly state: 'active' | 'past_due';
  readonly plan: PaidPlan;
  /** The plan that follows; null when the plan stays. */
  readonly nextPlan: PaidPlan | null;
  /** Start of the next plan; null when it waits for a payment, or when the plan stays. */
  readonly nextPlanFrom: Date | null;
  /** End by a cancellation; null: it is not cancelled. */
  readonly cancelsAt: Date | null;
  /** True while the provider collects no payments for it. */
  readonly collectionPaused: boolean;
  /** End of a pause; null without a pause, or when it lasts until it is lifted. */
  readonly collectionResumesAt: Date | null;
  /**
   * Price that the subscription pays for a month of `plan`, in cents. Null when the provider names no single price, or already
   * names that of the next plan.
   */
  readonly monthlyCents: number | null;
  /** Price that the subscription pays for a minute of overage, in cents. Null when the provider names no single price. */
  readonly overageCentsPerMinute: number | null;
  /** The subscription's months are counted from this time. */
  readonly anchorAt: Date;
  readonly periodStartsAt: Date;
  readonly periodEndsAt: Date;
}

/** A subscription beside the one that counts. The provider charges the customer for it too. */
export interface FurtherSubscription {
  readonly id: string;
  /** Sentence for an operator: the plan, or the reason why it cannot be read, and the state of the subscription. */
  readonly standing: string;
  /** Null when it entitles to nothing. */
  readonly paid: PaidSubscription | null;
}

/** Current state of a customer at the provider. Other products that the provider sells to the customer are left out. */
export interface CustomerState {
  /** True when the customer no longer exists at the provider. */
  readonly deleted: boolean;
  /** Subscription with the largest plan. Null when no subscription entitles the customer to a paid plan. */
  readonly subscription: PaidSubscription | null;
  /**
   * A subscription that entitles to nothing until it is paid. It can become active again, so no second one may start.
   */
  readonly suspendedId: string | null;
  /** All other subscriptions to this service that have not ended, the largest plan first. */
  readonly further: readonly FurtherSubscription[];
}

/** Event about a customer. It is a reason to read the customer's state again, never the state itself. */
export interface PaymentEvent {
  readonly id: string;
  readonly type: string;
  /** Null when the event names none. */
  readonly customerId: string | null;
  /** Null when the event is not about a dispute. */
  readonly disputeId: string | null;
  /** False for an event of the provider's other mode (test or live), whose customers this service does not know. */
  readonly ours: boolean;
}

export interface Dispute {
  /** Null for a payment without a customer. */
  readonly customerId: string | null;
  /** True when the service won the dispute, or it was prevented or closed without a chargeback. */
  readonly settled: boolean;
}

export interface Overage {
  /** Idempotency key: the provider counts each identifier once. */
  readonly identifier: string;
  readonly customerId: string;
  /** Hundredths of a minute, a whole number above 0. */
  readonly hundredths: number;
  /** At most 35 days ago. */
  readonly at: Date;
}

/** Members of a subscription, also of an ended one, that charging overage to it needs. */
export interface OverageTerms {
  /** Start, by the provider's clock. Overage of an earlier time reaches no invoice of this subscription. */
  readonly startedAt: Date;
  /** End of the subscription. Overage that is reported later for the customer reaches no invoice of it. Null: it runs. */
  readonly endedAt: Date | null;
  /** Price that it pays for a minute of overage now, in cents. Null when the provider names no single price. */
  readonly overageCentsPerMinute: number | null;
}

/** Overage that cannot be reported any more, because its subscription has ended or has another price since. */
export interface FinalOverage {
  /** Idempotency key: the provider charges each identifier once. */
  readonly identifier: string;
  readonly customerId: string;
  readonly subscriptionId: string;
  readonly hundredths: number;
  /** Above 0. */
  readonly amountCents: number;
  /** Start of the usage period, and the time at which the call was billed. */
  readonly from: Date;
  readonly to: Date;
}

export interface InvoicedOverage {
  readonly identifier: string;
  readonly amountCents: number;
}

/** A subscription to a product of this service that is none of its plans. An operator must restore the product or end it. */
export class UnreadableSubscription extends ProviderError {
  constructor(
    readonly subscriptionId: string,
    /** The provider's id of the product. */
    readonly product: string,
  ) {
    super(`The subscription ${subscriptionId} has ${product}, which this service does not sell.`, { retryable: false });
  }
}

/**
 * All methods except `readEvent` reject with ProviderError. Changing a subscription to what it already is has no
 * effect. Read the outcome of a change with `customerState`.
 */
export abstract class Payments {
  /** `none`: no customer is charged, plans change immediately, and the methods below are not called. */
  abstract readonly collection: 'none' | 'stripe';

  /** @returns the provider's id of the new customer */
  abstract createCustomer(payer: Payer): Promise<string>;
  abstract openCheckout(order: Order): Promise<Checkout>;
  abstract customerState(customerId: string): Promise<CustomerState>;

  /**
   * Changes the plan now and charges the difference for the rest of the period. The plan stays until that payment
   * succeeds. Withdraws a cancellation, as the change at the end of the period does.
   */
  abstract upgrade(subscriptionId: string, plan: PaidPlan): Promise<void>;
  /** Charges the next period at the given plan's price. The current period and its overage keep their price. */
  abstract changeAtPeriodEnd(subscriptionId: string, plan: PaidPlan): Promise<void>;
  /** To be called after the period has ended: from then on, overage too is charged at the next plan's price. */
  abstract startNextPlan(subscriptionId: string): Promise<void>;
  /** Withdraws a scheduled change or cancellation, also one that was made at the provider. */
  abstract keepPlan(subscriptionId: string): Promise<void>;
  /** Cancels the subscription at the end of the period. No effect when it ends by then anyway. */
  abstract cancelAtPeriodEnd(subscriptionId: string): Promise<void>;
  /** Ends the subscription and invoices the reported overage. No effect when it has already ended. */
  abstract cancelNow(subscriptionId: string): Promise<void>;

  /**
   * Ends a customer: open checkouts expire, so that they cannot be paid any more, and every subscription ends as with
   * `cancelNow`. No effect on what has already ended.
   */
  abstract endCustomer(customerId: string): Promise<void>;
  /**
   * Deletes an ended customer, with its name and address. A customer to whom the provider also sells something else stays and
   * only loses the mark of this service. No effect on one that is gone.
   * @param options.unpaid whether to do so while an invoice waits for its payment, which is then lost
   * @returns false when an invoice waits
   */
  abstract eraseCustomer(customerId: string, options: { readonly unpaid: boolean }): Promise<boolean>;

  /** The provider's page for invoices and payment methods. The address works without credentials, for a short time. */
  abstract portalUrl(customerId: string): Promise<string>;

  /**
   * @param rawBody the request body, byte for byte
   * @param signature the value of the provider's signature header
   * @returns null when the signature is wrong or missing, or its time is more than five minutes ago or ahead
   */
  abstract readEvent(rawBody: Buffer, signature: string | undefined): PaymentEvent | null;
  abstract findDispute(disputeId: string): Promise<Dispute>;

  /** Also resolves when the provider already has the identifier. */
  abstract reportOverage(overage: Overage): Promise<void>;
  /**
   * Hundredths of a minute that the provider has counted for a customer. `from` and `to` are whole minutes; `to`
   * exclusive.
   */
  abstract countedOverage(customerId: string, from: Date, to: Date): Promise<number>;

  /** Null when the provider does not know the subscription. */
  abstract overageTerms(subscriptionId: string): Promise<OverageTerms | null>;
  /**
   * Charges the customer by an item on an invoice of its own, which the provider collects about an hour later. Also resolves
   * when the item exists.
   * @returns the provider's id of the item
   */
  abstract invoiceOverage(overage: FinalOverage): Promise<string>;
  /** Reads the overage that `invoiceOverage` has charged a customer since a time. */
  abstract invoicedOverage(customerId: string, since: Date): Promise<InvoicedOverage[]>;
}
