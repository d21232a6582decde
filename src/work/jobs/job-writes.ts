// What a worker writes of a job, or of other work of which clients are told.
import type { DataSource, EntityManager } from 'typeorm';
import { lockAccountAgainstErasure } from '../../platform/database/account-lock.js';
import { ClaimLost } from '../claim.js';
import { ClaimLease } from '../claim-lease.js';

/** Sends deliveries that are recorded. */
export interface Sender {
  send(deliveryIds: readonly string[]): void;
}

/** @returns the ids of deliveries */
export type Recorded = (tx: EntityManager) => Promise<readonly string[]>;

/** One transaction that no erasure of the account interrupts. Its deliveries are sent after the commit. @throws ClaimLost */
export async function writeAndTell(
  dataSource: DataSource,
  accountId: string,
  sender: Sender,
  write: Recorded,
): Promise<void> {
  const deliveryIds = await dataSource.transaction(async (tx) => {
    if (!(await lockAccountAgainstErasure(tx, accountId))) throw new ClaimLost();
    return write(tx);
  });
  sender.send(deliveryIds);
}

/** Ends without an error where the job was canceled, erased, or taken over by another worker. */
export async function unlessLost(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof ClaimLost)) throw error;
  }
}

/** A turn at a job under its lease. Where the claim is lost, what is at hand is as it was. */
export async function turnUnderLease(
  renew: () => Promise<void>,
  leaseMs: number,
  stopping: AbortSignal,
  goOn: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const lost = new AbortController();
  const lease = new ClaimLease(renew, leaseMs, lost);
  try {
    await unlessLost(goOn(AbortSignal.any([stopping, lost.signal])));
  } finally {
    lease.stop();
  }
}
