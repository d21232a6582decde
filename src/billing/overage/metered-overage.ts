// Whether the provider's meter takes a report of overage, and of what time it must be. Times are Postgres' and the provider's.
import type { OverageTerms } from '../../ports/payments.js';

export interface MeteredOverage {
  /** Price at acceptance, in cents. Null in entries of an earlier release. */
  readonly centsPerMinute: number | null;
  readonly occurredAt: Date;
  readonly periodStartsAt: Date;
  readonly periodEndsAt: Date;
  readonly firstAttemptAt: Date | null;
  /** The time of an earlier attempt. */
  readonly reportedAt: Date | null;
  /** Postgres' time: a process with a wrong clock must not report twice. */
  readonly now: Date;
}

/** Stripe finalises an invoice an hour after its period and charges no usage of the period that arrives later. */
const INVOICE_OPEN_MS = 50 * 60_000;
/** Stripe deduplicates by identifier for at least 24 hours. */
const IDENTIFIER_VALID_MS = 23 * 3_600_000;
/** Stripe refuses times older than 35 days. */
const MAX_AGE_MS = 34 * 86_400_000;

/** The meter charges all overage of a period at the price of its end, so it takes none that was accepted at another. */
export function isMetered(
  terms: OverageTerms | null,
  { centsPerMinute }: Pick<MeteredOverage, 'centsPerMinute'>,
): boolean {
  if (terms === null || terms.endedAt !== null) return false;
  return (
    centsPerMinute === null || terms.overageCentsPerMinute === null || terms.overageCentsPerMinute === centsPerMinute
  );
}

/**
 * A call belongs to the period in which it was accepted, also when it completed after the end of that period, or before the
 * start of the period or of the subscription by a clock that is slower than the provider's.
 * @param startedAt when the subscription began; null when it is not known
 */
export function timeOf(
  { occurredAt, periodStartsAt, periodEndsAt, now }: MeteredOverage,
  startedAt: Date | null,
): Date {
  const earliest = Math.max(periodStartsAt.getTime(), startedAt?.getTime() ?? 0);
  const at = new Date(Math.max(earliest, Math.min(occurredAt.getTime(), periodEndsAt.getTime() - 1_000)));
  return missesItsInvoice(at, periodEndsAt, now) || now.getTime() - at.getTime() > MAX_AGE_MS ? now : at;
}

/** The time of an earlier attempt, where the provider takes a report of it for the same one; else null. */
export function timeToRepeat({ reportedAt, firstAttemptAt, periodEndsAt, now }: MeteredOverage): Date | null {
  if (reportedAt === null || firstAttemptAt === null || missesItsInvoice(reportedAt, periodEndsAt, now)) return null;
  return now.getTime() - firstAttemptAt.getTime() < IDENTIFIER_VALID_MS ? reportedAt : null;
}

/** The time of an earlier attempt, if the last invoice of the subscription would have its overage; else null. */
export function timeBeforeEnd(
  { reportedAt }: Pick<MeteredOverage, 'reportedAt'>,
  terms: OverageTerms | null,
): Date | null {
  if (reportedAt === null || terms === null) return null;
  return terms.endedAt === null || reportedAt < terms.endedAt ? reportedAt : null;
}

function missesItsInvoice(at: Date, periodEndsAt: Date, now: Date): boolean {
  return at < periodEndsAt && now.getTime() > periodEndsAt.getTime() + INVOICE_OPEN_MS;
}
