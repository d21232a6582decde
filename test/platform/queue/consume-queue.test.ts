import Bull from 'bull';
import { expect, it } from 'vitest';
import { consumeQueue } from '../../../src/platform/queue/consume-queue.js';
import { connectForBull } from '../../../src/platform/queue/redis.js';
import { freshRedis } from '../../support/apps/backing.js';

it('the connection that waits for a job is left at once, for nothing else is answered on it', async () => {
  const waiting = connectForBull(await freshRedis(), 'bclient', false);
  const job = waiting.brpoplpush('nothing', 'nowhere', 0);
  await Promise.all([expect(job).rejects.toThrow('Connection is closed.'), waiting.quit()]);
});

it('a stop right after the start does not fail by the name that Bull gives its connection', async () => {
  const url = await freshRedis();
  const createClient = (type: 'client' | 'subscriber' | 'bclient') => connectForBull(url, type, false);
  const open = async () => new Bull('calls', { createClient }).isReady();
  const bare = await open();
  const consumed = await open();
  const consuming = consumeQueue(consumed, 1, async () => undefined);
  for (const queue of [bare, consumed]) {
    // Only the connection that takes jobs is closed: what happens when the service stops while Bull names it.
    const { bclient } = queue as typeof queue & { bclient: { disconnect(): void } };
    bclient.disconnect();
  }
  await expect(bare.setWorkerName()).rejects.toThrow('Connection is closed.');
  expect(await consumed.setWorkerName()).toBeUndefined();
  await Promise.all([bare.close(true), consumed.close(true)]);
  await consuming;
});
