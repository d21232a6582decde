// The slots for items of engine trials in each worker: half as many as for calls, since their recordings are decoded too.
// Accounts take turns. An account's items wait while one of its calls does, and while its calls hold all slots; those of
// paused engines too.
import { callWaits } from '../../calls/claims/due-calls.js';
import type { ClaimedItem } from '../../judging/trials/trial-item-claims.js';
import { ENGINE_TRIALS_QUEUE } from '../../platform/queue/queue-names.js';
import { nextDue } from '../../work/due-work.js';
import { halfAnAccount, type WorkLane } from '../../work/kind-of-work.js';

const NOT_PAUSED = 'engine NOT IN (SELECT p.engine FROM engine_pause p WHERE p.paused_until > now())';
const NEXT = {
  name: 'next-engine-trial-item',
  text: nextDue('engine_trial_item', 'fence > 0', NOT_PAUSED, { passesOver: callWaits }),
};

export const TRIAL_LANE: WorkLane<ClaimedItem> = {
  name: 'engine-trials',
  queue: ENGINE_TRIALS_QUEUE,
  limits: ({ concurrency }) => halfAnAccount(Math.max(1, Math.floor(concurrency / 2))),
  next: (turn, { find, filledBy }) => find(NEXT, { ...turn, except: [...turn.except, ...filledBy('work')] }),
};
