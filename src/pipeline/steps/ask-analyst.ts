// Asks an analyst about a call: what is sent to one that charges for it is a row before it is sent.
import type { AnalysisClaims, ClaimedCall } from '../../calls/claims/analysis-claims.js';
import type { SentStretch } from '../../calls/claims/sent-stretch.js';
import type { CallAnalyst } from '../../ports/call-analyst.js';
import { wasUnread } from './call-run.js';

export interface AskedCall {
  readonly call: ClaimedCall;
  readonly durationMs: number;
}

/** Of a request with the transcript, which is about the whole call. Empty where asking costs no one anything. */
export function sendsAbout({ isCharged }: Pick<CallAnalyst, 'isCharged'>, durationMs: number): SentStretch[] {
  return isCharged ? [{ purpose: 'analysis', channel: null, startMs: 0, endMs: durationMs }] : [];
}

/** @throws ProviderError, ClaimLost */
export async function askOnRecord<T>(
  claims: Pick<AnalysisClaims, 'recordSent' | 'withdrawSent'>,
  analyst: Pick<CallAnalyst, 'isCharged'>,
  { call, durationMs }: AskedCall,
  ask: () => Promise<T>,
): Promise<T> {
  const sends = sendsAbout(analyst, durationMs);
  await claims.recordSent(call, sends);
  try {
    return await ask();
  } catch (error) {
    if (wasUnread(error)) await claims.withdrawSent(call, sends);
    throw error;
  }
}
