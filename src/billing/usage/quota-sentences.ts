// The sentences for clients whose minutes do not suffice. Those of a refused submission are part of the contract.

import type { CallTerms, UsagePeriod } from '../periods/usage-periods.js';
import { HUNDREDTH_MS, hundredthsOf, minutesText } from './minutes.js';

export type Limits = Pick<CallTerms, 'includedHundredths' | 'overageLimitHundredths'>;
type Period = Limits & Pick<UsagePeriod, 'livemode'>;

/** How long a recording is. With `isCut` it is longer than this: decoding was ended. */
export interface Length {
  readonly durationMs: number;
  readonly isCut: boolean;
}

const UPGRADE = 'Upgrade your plan or wait for the next billing cycle.';

export function limitOf({ includedHundredths, overageLimitHundredths }: Limits): number {
  return includedHundredths + overageLimitHundredths;
}

/**
 * For a submission that is refused.
 * @param taken used and reserved hundredths
 */
export function limitSentence(period: Period, taken: number): string {
  const ofLimit = `${minutesText(taken)} of ${minutesText(period.includedHundredths)}`;
  if (!period.livemode) return `Test mode limit exceeded: ${ofLimit} test minutes used.`;
  if (period.overageLimitHundredths === 0) return `Usage limit exceeded: ${ofLimit} plan minutes used. ${UPGRADE}`;
  return `Overage limit of ${minutesText(period.overageLimitHundredths)} minutes reached. ${UPGRADE}`;
}

export function evaluationLimitSentence(used: number, limit: number): string {
  return `Evaluation limit reached: ${used} of ${limit} evaluations used. Wait for the next billing cycle.`;
}

export function scenarioLimitSentence(used: number, limit: number): string {
  return `Scenario limit reached: ${used} of ${limit} scenarios used. Wait for the next billing cycle.`;
}

/**
 * For a call that was accepted and decodes longer than the limit allows.
 * @param left hundredths between the limit and what other calls use and reserve; below 0 where these pass it
 */
export function lengthSentence(livemode: boolean, left: number, { durationMs, isCut }: Length): string {
  const length = isCut
    ? `more than ${minutesText(Math.floor(durationMs / HUNDREDTH_MS))}`
    : minutesText(hundredthsOf(durationMs));
  const rest = minutesText(Math.max(0, left));
  return livemode
    ? `This recording needs ${length} minutes; ${rest} are left. ${UPGRADE}`
    : `This recording needs ${length} test minutes; ${rest} are left.`;
}
