// Stops a Bull queue within a time limit. Bull itself waits without limit for a Redis that is away or silent, and a process
// that must stop cannot wait so long.
import type { Queue } from 'bull';

const PAUSE_TIMEOUT_MS = 1_000;
const CLOSE_TIMEOUT_MS = 3_000;

/** Stops this process from taking further jobs. Never rejects. */
export async function pauseQueue(queue: Queue): Promise<void> {
  // Without Redis there is nothing to pause.
  if (queue.client.status === 'ready') await within(PAUSE_TIMEOUT_MS, queue.pause(true, true));
}

/**
 * Closes the connections of the queue. Call it when no job of this process runs any more. Bull delivers a job that was not
 * marked as done again, and it finds nothing to do. Never rejects: the process ends soon after, whether this worked or not.
 */
export async function closeQueue(queue: Queue): Promise<void> {
  // Nest would close the queue a second time, without a time limit.
  Object.assign(queue, { onApplicationShutdown: () => undefined });
  if (queue.client.status === 'ready') await within(CLOSE_TIMEOUT_MS, queue.close(true));
}

async function within(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timedOut = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work.catch(() => undefined), timedOut]);
  clearTimeout(timer);
}
