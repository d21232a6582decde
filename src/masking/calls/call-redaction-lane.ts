// The slots for stored calls to mask in each worker, beside those for calls. Accounts take turns. What clients ask for goes
// first; jobs over stored calls take what is left, while no call of their account waits.
import { callWaits } from '../../calls/claims/due-calls.js';
import { CALL_REDACTIONS_QUEUE } from '../../platform/queue/queue-names.js';
import { nextDue } from '../../work/due-work.js';
import { halfAnAccount, type WorkLane } from '../../work/kind-of-work.js';
import type { ClaimedCallRedaction } from './call-redaction-claims.js';

export const CALL_REDACTION_LANE: WorkLane<ClaimedCallRedaction> = {
  name: 'call-redactions',
  queue: CALL_REDACTIONS_QUEUE,
  limits: ({ callRedactionConcurrency }) => halfAnAccount(callRedactionConcurrency),
  async next(turn, { find, isPaused, filledBy }) {
    const { asked, ofJobs } = (await isPaused('analysis')) ? SCENARIOS : ALL;
    const except = [...turn.except, ...filledBy('work')];
    return (await find(asked, turn)) ?? find(ofJobs, { ...turn, except });
  },
};

const BEGUN = 'fence > 0';
const statements = (noun: string, where: string) => ({
  asked: { name: `next-${noun}-asked`, text: nextDue('call_redaction', BEGUN, `redaction_id IS NULL AND ${where}`) },
  ofJobs: {
    name: `next-${noun}-of-job`,
    text: nextDue('call_redaction', BEGUN, `redaction_id IS NOT NULL AND ${where}`, { passesOver: callWaits }),
  },
});
const ALL = statements('call-redaction', 'true');
const SCENARIOS = statements('call-redaction-of-scenario', 'is_scenario');
