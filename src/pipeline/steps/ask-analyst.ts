// Asks an analyst about a call. A request to one that charges for it is recorded as a row before it is sent.
import type { SentStretch } from '../../calls/claims/sent-stretch.js';
import type { SteppedCall, StepRecords } from '../../calls/claims/step-records.js';
import type { CallAnalyst } from '../../ports/call-analyst.js';
import { wasUnread } from './call-run.js';

export interface AskedCall {
  readonly call: SteppedCall;
  readonly durationMs: number;
}

/** Request with the transcript of the whole call. Empty where the analyst charges nothing. */
export function sendsAbout({ isCharged }: Pick<CallAnalyst, 'isCharged'>, durationMs: number): SentStretch[] {
  return isCharged ? [{ purpose: 'analysis', channel: null, startMs: 0, endMs: durationMs }] : [];
}

/** @throws ProviderError, ClaimLost */
export async function askOnRecord<T>(
  records: Pick<StepRecords, 'recordSent' | 'withdrawSent'>,
  analyst: Pick<CallAnalyst, 'isCharged'>,
  { call, durationMs }: AskedCall,
  ask: () => Promise<T>,
): Promise<T> {
  const sends = sendsAbout(analyst, durationMs);
  await records.recordSent(call, sends);
  try {
    return await ask();
  } catch (error) {
    if (wasUnread(error)) await records.withdrawSent(call, sends);
    throw error;
  }
}
