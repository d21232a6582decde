// Takes jobs from a Bull queue.
import type { Job, Queue } from 'bull';

/**
 * Bull gives its blocking connection a name and ignores the outcome. Where the service stops right after its start, that
 * command fails, and the rejection that Bull does not handle would end the process with a stack. The name is for lists of
 * workers alone.
 * @returns rejects when the queue stops
 */
export function consumeQueue<T>(
  queue: Queue<T>,
  concurrency: number,
  work: (job: Job<T>) => Promise<void>,
): Promise<void> {
  const setWorkerName = queue.setWorkerName.bind(queue);
  queue.setWorkerName = () => setWorkerName().catch(() => undefined);
  return queue.process(concurrency, work);
}
