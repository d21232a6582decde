// The books that a history keeps itself, beside those of the service.
import type { PaidCall } from './paid-call.js';

export interface Terms {
  readonly included: number;
  readonly limit: number;
  readonly centsPerMinute: number;
}

/** A call in progress. */
export interface OpenCall {
  readonly id: string;
  readonly periodId: string;
  terms: Terms;
  reserved: number;
  readonly paid: PaidCall;
  customerId: string | null;
  readonly subscriptionId: string | null;
}

export interface Entry {
  readonly analysisId: string;
  readonly hundredths: number;
  readonly overage: number;
  readonly cents: number;
}

/** What a call must have cost, and whose invoice it must be on. */
export interface Bill extends Entry {
  readonly periodId: string;
  readonly centsPerMinute: number;
  readonly customerId: string | null;
}
