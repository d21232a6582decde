// The service's offer: plans, minutes in test mode, evaluations, the longest recording, and what an account may hold.
import { VARIABLES, type Variables } from './variables.js';

export interface PlanConfig {
  readonly priceCents: number;
  readonly includedMinutes: number;
  readonly overageCentsPerMinute: number;
}

export interface OfferConfig {
  readonly plans: Readonly<Record<'free' | 'starter' | 'growth', PlanConfig>>;
  readonly testMinutesPerMonth: number;
  /** Evaluations per account and month, counted separately for live mode and test mode. Null: no limit. */
  readonly evaluationsPerMonth: number | null;
  readonly maxAudioMinutes: number;
  /** MiB of what an account stores without paying minutes for it. */
  readonly accountStorageMb: number;
}

export function readOffer(v: Variables): OfferConfig {
  return {
    plans: {
      free: { priceCents: 0, includedMinutes: v.FREE_INCLUDED_MINUTES, overageCentsPerMinute: 0 },
      starter: {
        priceCents: v.STARTER_PRICE_CENTS,
        includedMinutes: v.STARTER_INCLUDED_MINUTES,
        overageCentsPerMinute: v.STARTER_OVERAGE_CENTS,
      },
      growth: {
        priceCents: v.GROWTH_PRICE_CENTS,
        includedMinutes: v.GROWTH_INCLUDED_MINUTES,
        overageCentsPerMinute: v.GROWTH_OVERAGE_CENTS,
      },
    },
    testMinutesPerMonth: v.TEST_MINUTES,
    evaluationsPerMonth: v.EVALUATIONS_PER_MONTH ?? null,
    maxAudioMinutes: v.MAX_AUDIO_MINUTES,
    accountStorageMb: v.ACCOUNT_STORAGE_MB,
  };
}

/** Offer when no variable is set. The OpenAPI document takes the numbers of its example sentences from here. */
export const DEFAULT_OFFER = readOffer(VARIABLES.parse({}));
