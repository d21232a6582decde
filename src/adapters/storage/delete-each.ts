import { Semaphore } from '../../platform/concurrency/semaphore.js';

/** Enough to hide the time of one request or disk access, and few enough to leave uploads their share. */
const MAX_CONCURRENT_DELETIONS = 16;

/**
 * Deletes objects one by one, several at a time.
 * @returns the keys that could not be deleted
 * @throws the first error when it deleted none of them
 */
export async function deleteEach(
  keys: readonly string[],
  deleteOne: (key: string) => Promise<void>,
): Promise<readonly string[]> {
  const places = new Semaphore(MAX_CONCURRENT_DELETIONS);
  const outcomes = await Promise.allSettled(keys.map((key) => places.run(() => deleteOne(key))));
  const first = outcomes.find((outcome) => outcome.status === 'rejected');
  if (first && outcomes.every(({ status }) => status === 'rejected')) throw first.reason;
  return keys.filter((_, index) => outcomes[index]?.status === 'rejected');
}
