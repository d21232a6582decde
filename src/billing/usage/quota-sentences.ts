// Sentences for clients that lack minutes. Those of a refused submission are part of the contract.

import type { CallTerms, UsagePeriod } from '../periods/usage-periods.js';
import { HUNDREDTH_MS, hundredthsOf, minutesText } from './minutes.js';

export type Limits = Pick<CallTerms, 'includedHundredths' | 'overageLimitHundredths'>;
type Period = Limits & Pick<UsagePeriod, 'livemode'>;

/** Length of a recording. With `isCut` it is longer, because decoding stopped early. */
export interface Length {
  readonly durationMs: number;
  readonly isCut: boolean;
}

const UPGRADE = 'Upgrade your plan or wait for the next billing cycle.';

export function limitOf({ includedHundredths, overageLimitHundredths }: Limits): number {
  return includedHundredths + overageLimitHundredths;
}

/**
 * Sentence for a refused submission.
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
 * Sentence for an accepted call that is longer, once decoded, than the limit allows.
 * @param left hundredths between the limit and the use and reservations of other calls; negative where these exceed it
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
