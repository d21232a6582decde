// The slots for corrections in each worker, beside those for calls. Accounts take turns.
import { CORRECTIONS_QUEUE } from '../../../platform/queue/queue-names.js';
import { nextDue } from '../../../work/due-work.js';
import { halfAnAccount, type WorkLane } from '../../../work/kind-of-work.js';
import type { ClaimedCorrection } from './correction-claims.js';

export const CORRECTION_LANE: WorkLane<ClaimedCorrection> = {
  name: 'corrections',
  queue: CORRECTIONS_QUEUE,
  limits: ({ correctionConcurrency }) => halfAnAccount(correctionConcurrency),
  next: async (turn, { find, isPaused }) => find((await isPaused('analysis')) ? NEXT_SCENARIO : NEXT, turn),
};

const BEGUN = 'fence > 0';
const NEXT = { name: 'next-correction', text: nextDue('correction', BEGUN, 'true') };
const NEXT_SCENARIO = { name: 'next-correction-of-scenario', text: nextDue('correction', BEGUN, 'is_scenario') };
