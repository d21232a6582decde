// Wakes workers for work that waits. The row in Postgres is the truth and a job is only a doorbell: a worker that it wakes looks
// in Postgres for what is next. When a job is lost, the row waits for a worker's next sweep.
import { randomUUID } from 'node:crypto';
import type { Queue } from 'bull';

/** So many jobs wake every worker there is: further ones would only fill Redis while all workers are busy. */
export const MAX_WAITING_JOBS = 1_000;

/**
 * Adds a job unless as many wait already. Each has an id of its own: Bull ignores a job whose id it remembers, and Redis may
 * remember the id of a job that it has lost, or count anew after it was emptied.
 * @param onFailure told when Redis fails: the caller goes on @returns never rejects, so the caller need not await it
 */
export async function ring<Job extends object>(
  queue: Queue<Job>,
  job: Job,
  maxWaiting: number,
  onFailure: (error: unknown) => void,
): Promise<void> {
  try {
    if ((await queue.getWaitingCount()) >= maxWaiting) return;
    await queue.add(job, { jobId: randomUUID() });
  } catch (error) {
    onFailure(error);
  }
}
