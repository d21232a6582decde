// Bull waits without end for a Redis that is away or silent. A process that is told to stop cannot.
import type { Queue } from 'bull';

const PAUSE_MS = 1_000;
const CLOSE_MS = 3_000;

/** No further jobs for this process. Never rejects. */
export async function pauseQueue(queue: Queue): Promise<void> {
  // Without Redis there is nothing to pause.
  if (queue.client.status === 'ready') await within(PAUSE_MS, queue.pause(true, true));
}

/**
 * Call it once no job has work left. A job that is not ticked off any more comes round again and finds nothing to do.
 * Never rejects; the process is to end soon after, whatever became of the queue.
 */
export async function closeQueue(queue: Queue): Promise<void> {
  // The framework would close it again, and wait.
  Object.assign(queue, { onApplicationShutdown: () => undefined });
  if (queue.client.status === 'ready') await within(CLOSE_MS, queue.close(true));
}

async function within(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work.catch(() => undefined), late]);
  clearTimeout(timer);
}
