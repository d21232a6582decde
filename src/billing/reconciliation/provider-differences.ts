// Describes for an operator each difference between the service's records and the payment provider's. Pure.
import type { CustomerState, PaidSubscription } from '../../ports/payments.js';
import type { SubscriptionRow } from '../periods/subscription-rows.js';
import { changesBy } from '../subscriptions/subscription-sync.js';
import type { Difference } from './reconciliation-difference.js';

/** Time after the end of a period in which the two sides may differ, until the event or the refresh arrives. */
const TURNING_MS = 10 * 60_000;
/** Maximum difference between this service's clock and the provider's. The provider refuses usage that is further ahead. */
const MAX_CLOCK_DIFFERENCE_MS = 5 * 60_000;

export interface PresentPeriod {
  readonly id: string;
  /** Null in a period linked by an earlier release, which did not store its start at the provider. */
  readonly startsAt: Date | null;
  readonly endsAt: Date;
  /** Postgres' time. */
  readonly now: Date;
}

/** Overage that the meter took. */
export interface MeteredReport {
  readonly entryId: string;
  readonly subscriptionId: string;
  readonly cents: number;
  readonly metered: Date;
}

/** Overage charged by an invoice item. */
export interface InvoicedReport {
  readonly entryId: string;
  readonly cents: number;
}

export function planDifferences(row: SubscriptionRow, state: CustomerState): Difference[] {
  const expected = standingOf({ ...row, ...changesBy(row, state) });
  const found = standingOf(row);
  return expected === found
    ? []
    : [{ what: 'plan other than at the payment provider', subject: row.accountId, expected, found }];
}

function standingOf({ plan, status, pendingPlan, providerSubscriptionId, collectionPaused }: SubscriptionRow): string {
  const pending = pendingPlan === null ? '' : ` then ${pendingPlan}`;
  const paused = collectionPaused ? ' collection paused' : '';
  return `${plan}${pending} ${status}${paused} ${providerSubscriptionId ?? 'without subscription'}`;
}

/** Reports further subscriptions: a customer pays for each, but gets the minutes of only one. */
export function furtherDifferences(accountId: string, { further }: CustomerState): Difference[] {
  const what = 'further subscription of a customer, which is charged and does not count';
  return further.map(({ id, standing }) => ({
    what,
    subject: accountId,
    expected: 'none',
    found: `${id} ${standing}`,
  }));
}

export function periodDifferences(
  { id, startsAt, endsAt, now }: PresentPeriod,
  { periodStartsAt, periodEndsAt }: Pick<PaidSubscription, 'periodStartsAt' | 'periodEndsAt'>,
): Difference[] {
  const turns = [periodStartsAt, periodEndsAt].some((at) => Math.abs(at.getTime() - now.getTime()) < TURNING_MS);
  const expected = bounds(periodStartsAt, periodEndsAt);
  const found = bounds(startsAt ?? periodStartsAt, endsAt);
  if (turns || expected === found) return [];
  return [{ what: 'period other than at the payment provider', subject: id, expected, found }];
}

const bounds = (from: Date, to: Date) => `${from.toISOString()} to ${to.toISOString()}`;

/** @param reported hundredths that the provider has accepted @param counted those that its meter shows */
export function meterDifferences(customerId: string, reported: number, counted: number): Difference[] {
  if (counted === reported) return [];
  const what = 'overage counted by the payment provider';
  return [{ what, subject: customerId, expected: String(reported), found: String(counted) }];
}

/**
 * Reports overage that the meter took after the last invoice of its subscription.
 * @param endedAt ends of subscriptions, by their ids
 */
export function endedDifferences(
  reports: readonly MeteredReport[],
  endedAt: ReadonlyMap<string, Date | null>,
): Difference[] {
  return reports.flatMap(({ entryId, subscriptionId, cents, metered }) => {
    const ended = endedAt.get(subscriptionId) ?? null;
    if (ended === null || metered.getTime() < ended.getTime() + MAX_CLOCK_DIFFERENCE_MS) return [];
    const what = 'overage of an ended subscription without an invoice item';
    return [{ what, subject: entryId, expected: String(cents), found: 'none' }];
  });
}

/**
 * Checks that each overage has one invoice item, with the cents of its ledger entry.
 * @param invoiced cents of the invoice items, by ledger entry
 */
export function invoiceDifferences(
  charged: readonly InvoicedReport[],
  invoiced: ReadonlyMap<string, readonly number[]>,
): Difference[] {
  return charged.flatMap(({ entryId, cents }) => {
    const found = invoiced.get(entryId)?.join(' and ') ?? 'none';
    const what = 'cents of overage invoiced by the payment provider';
    return found === String(cents) ? [] : [{ what, subject: entryId, expected: String(cents), found }];
  });
}
