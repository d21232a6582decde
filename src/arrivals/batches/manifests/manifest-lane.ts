// The slots for manifests in this process, beside those for calls: the server of a manifest may be slow, and the lines of other
// batches must not wait for it. No account has more than one at work here.
import { Injectable } from '@nestjs/common';
import type { Queue } from 'bull';
import { DataSource } from 'typeorm';
import { type DueWork, findNextDue, nextDue, type Turn } from '../../../work/due-work.js';
import type { WorkLane } from '../../../work/kind-of-work.js';
import type { PoolLimits } from '../../../work/slot-pool.js';
import type { ClaimedManifest } from './manifest-claims.js';
import { ManifestDoorbell } from './manifest-doorbell.js';

@Injectable()
export class ManifestLane implements WorkLane<ClaimedManifest> {
  readonly name = 'manifests';
  readonly limits: PoolLimits = {
    slots: 4,
    account: 1,
    accountAlways: true,
    asManyAsFree: false,
    lastSlotReserved: false,
  };
  readonly queue: Queue;

  constructor(
    private readonly dataSource: DataSource,
    private readonly doorbell: ManifestDoorbell,
  ) {
    this.queue = doorbell.queue;
  }

  async allowance(): Promise<number> {
    return Number.POSITIVE_INFINITY;
  }

  passOn(): Promise<void> {
    return this.doorbell.passOn();
  }

  next(turn: Turn): Promise<DueWork | null> {
    return findNextDue(this.dataSource, NEXT, turn);
  }
}

const NEXT = { name: 'next-manifest', text: nextDue('batch_manifest', 'fence > 0', 'true') };
