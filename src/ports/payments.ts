// Whoever collects the money. Minutes, limits and the 402 come from our own ledger; the provider hears what to charge.

export type PaidPlan = 'starter' | 'growth';

export interface Payer {
  readonly accountId: string;
  readonly email: string;
}

export interface Order {
  readonly accountId: string;
  readonly customerId: string;
  readonly plan: PaidPlan;
  /** The provider opens one checkout for it, however often it is asked. Null: each time another. */
  readonly effectId: string | null;
}

/** A page of the provider's on which the order is paid. */
export interface Checkout {
  readonly url: string;
  readonly expiresAt: Date;
}

/** A subscription that entitles to its plan. */
export interface PaidSubscription {
  readonly id: string;
  /** `past_due`: the last payment is missing, the provider still tries. */
  readonly state: 'active' | 'past_due';
  readonly plan: PaidPlan;
  /** What the plan becomes; null when it stays. */
  readonly nextPlan: PaidPlan | null;
  /** When it does; null when that waits for a payment. */
  readonly nextPlanFrom: Date | null;
  readonly cancelAtPeriodEnd: boolean;
  /** Its months are counted from here. */
  readonly anchorAt: Date;
  readonly periodStartsAt: Date;
  readonly periodEndsAt: Date;
}

/** Everything of a customer, as it is now. */
export interface CustomerState {
  /** The provider has no such customer any more. */
  readonly deleted: boolean;
  /** Null: nothing entitles to a paid plan. */
  readonly subscription: PaidSubscription | null;
  /** A subscription that entitles to nothing until it is paid: it can come back, so no second one is begun beside it. */
  readonly suspendedId: string | null;
}

/** Something has happened to a customer: a reason to look again, never itself the truth. */
export interface PaymentEvent {
  readonly id: string;
  readonly type: string;
  /** Null where the event names none. */
  readonly customerId: string | null;
  readonly disputeId: string | null;
  /** False for an event of the provider's other mode (test and live): it is about nothing that we know. */
  readonly ours: boolean;
}

export interface Dispute {
  /** Null for a payment without a customer. */
  readonly customerId: string | null;
  /** True once it was decided for the service, or came to nothing. */
  readonly settled: boolean;
}

export interface Overage {
  /** The same at every repetition: the provider counts it once. */
  readonly identifier: string;
  readonly customerId: string;
  /** Hundredths of a minute, whole, above 0. */
  readonly hundredths: number;
  /** At most 35 days ago. */
  readonly at: Date;
}

/**
 * All methods but `readEvent` reject with ProviderError. Changing a subscription to what it already is has no effect;
 * after a change, `customerState` tells what came of it.
 */
export abstract class Payments {
  /** Who collects; `none`: nobody is charged, and plans change at once. The methods below are not called then. */
  abstract readonly collection: 'none' | 'stripe';

  /** @returns the provider's id of the new customer */
  abstract createCustomer(payer: Payer): Promise<string>;
  abstract openCheckout(order: Order): Promise<Checkout>;
  abstract customerState(customerId: string): Promise<CustomerState>;

  /** At once, charging the difference for the rest of the period; where that payment fails, the plan stays until it is made. */
  abstract upgrade(subscriptionId: string, plan: PaidPlan): Promise<void>;
  /** The next period is charged at that plan's price; the running one, and its overage, stay as they were. */
  abstract changeAtPeriodEnd(subscriptionId: string, plan: PaidPlan): Promise<void>;
  /** Once the period has turned: overage is charged at the next plan's price too. */
  abstract startNextPlan(subscriptionId: string): Promise<void>;
  /** Withdraws a change or a cancellation that is to come. */
  abstract keepPlan(subscriptionId: string): Promise<void>;
  abstract cancelAtPeriodEnd(subscriptionId: string): Promise<void>;
  /** Ends it and puts reported overage on a last invoice. No effect when it has ended. */
  abstract cancelNow(subscriptionId: string): Promise<void>;

  /**
   * Ends all that a customer has and could still get: open checkouts can be paid no more, and every subscription ends as
   * with `cancelNow`. No effect on what has ended.
   */
  abstract endCustomer(customerId: string): Promise<void>;

  /** A page for invoices and means of payment. The address is a secret for a short while. */
  abstract portalUrl(customerId: string): Promise<string>;

  /**
   * @param rawBody the bytes as they came
   * @param signature the provider's header
   * @returns null for a signature that is wrong, missing or older than five minutes
   */
  abstract readEvent(rawBody: Buffer, signature: string | undefined): PaymentEvent | null;
  abstract findDispute(disputeId: string): Promise<Dispute>;

  /** Resolves also when the provider has the identifier already. */
  abstract reportOverage(overage: Overage): Promise<void>;
  /** Hundredths that the provider counts for a customer. @param from, to whole minutes; `to` exclusive */
  abstract countedOverage(customerId: string, from: Date, to: Date): Promise<number>;
}
