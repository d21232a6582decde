// The slots for exports in each worker, beside those for calls. Accounts take turns, and an account with calls that wait is
// passed over. A file cannot be handed over when it is half written, so no account has more than one at work in a process.
import { callWaits } from '../../calls/claims/due-calls.js';
import { EXPORTS_QUEUE } from '../../platform/queue/queue-names.js';
import { nextDue } from '../../work/due-work.js';
import type { WorkLane } from '../../work/kind-of-work.js';
import type { ClaimedExport } from './export-claims.js';

export const EXPORT_LANE: WorkLane<ClaimedExport> = {
  name: 'exports',
  queue: EXPORTS_QUEUE,
  limits: ({ exportConcurrency }) => ({ slots: exportConcurrency, account: 1, accountAlways: true }),
  next: (turn, { find, filledBy }) => find(NEXT, { ...turn, except: [...turn.except, ...filledBy('work')] }),
};

const NEXT = { name: 'next-export', text: nextDue('export', 'fence > 0', 'true', callWaits) };
