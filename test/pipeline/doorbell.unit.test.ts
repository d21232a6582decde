import type { Queue } from 'bull';
import { expect, it } from 'vitest';
import { type CallJob, Doorbell } from '../../src/pipeline/doorbell.js';

/** A queue in which so many jobs wait already. @returns the jobs that are added to it */
function doorbellBeside(waiting: number) {
  const added: CallJob[] = [];
  const queue = {
    getWaitingCount: async () => waiting,
    add: async (job: CallJob) => added.push(job),
  } as unknown as Queue<CallJob>;
  return { doorbell: new Doorbell(queue, queue, queue), added };
}
const job: CallJob = { analysisId: 'a-call', requestId: 'a-request' };

it('rings for each call until a thousand rings wait', async () => {
  const [few, many] = [doorbellBeside(999), doorbellBeside(1_000)];
  await few.doorbell.ring('work', job);
  await many.doorbell.ring('work', job);
  expect([few.added, many.added]).toEqual([[job], []]);
});

it('passes a ring on only where none waits, since one wakes a worker with free slots as well as two', async () => {
  const [none, one] = [doorbellBeside(0), doorbellBeside(1)];
  await none.doorbell.passOn('work', job);
  await one.doorbell.passOn('work', job);
  expect([none.added, one.added]).toEqual([[job], []]);
});
