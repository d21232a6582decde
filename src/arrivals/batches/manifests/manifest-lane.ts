// The slots for manifests in each worker, beside those for calls: the server of a manifest may be slow, and the lines of other
// batches must not wait for it. No account has more than one at work in a process.
import { MANIFESTS_QUEUE } from '../../../platform/queue/queue-names.js';
import { nextDue } from '../../../work/due-work.js';
import type { WorkLane } from '../../../work/kind-of-work.js';
import type { ClaimedManifest } from './manifest-claims.js';

export const MANIFEST_LANE: WorkLane<ClaimedManifest> = {
  name: 'manifests',
  queue: MANIFESTS_QUEUE,
  limits: () => ({ slots: 4, account: 1, accountAlways: true }),
  needs: 'postgres',
  next: (turn, { find }) => find(NEXT, turn),
};

const NEXT = { name: 'next-manifest', text: nextDue('batch_manifest', 'fence > 0', 'true') };
