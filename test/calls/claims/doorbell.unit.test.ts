import type { Queue } from 'bull';
import { expect, it } from 'vitest';
import { type CallJob, Doorbell } from '../../../src/calls/claims/doorbell.js';
import type { Lane } from '../../../src/calls/claims/due-calls.js';

interface Added {
  readonly job: CallJob;
  readonly jobId: string;
}

/** A queue in which so many jobs wait already. */
function queueBeside(waiting: number) {
  const added: Added[] = [];
  const queue = {
    getWaitingCount: async () => waiting,
    add: async (job: CallJob, { jobId }: { jobId: string }) => added.push({ job, jobId }),
  } as unknown as Queue<CallJob>;
  return { queue, jobs: () => added.map(({ job }) => job), ids: () => added.map(({ jobId }) => jobId) };
}
function doorbellBeside(waiting: number) {
  const { queue, jobs, ids } = queueBeside(waiting);
  return { doorbell: new Doorbell(queue, queue, queue), jobs, ids };
}
const job: CallJob = { analysisId: 'a-call', requestId: 'a-request' };

it('rings for each call until a thousand rings wait', async () => {
  const [few, many] = [doorbellBeside(999), doorbellBeside(1_000)];
  await few.doorbell.ring('work', job);
  await many.doorbell.ring('work', job);
  expect([few.jobs(), many.jobs()]).toEqual([[job], []]);
});

it('passes a ring on only where none waits, since one wakes a worker with free slots as well as two', async () => {
  const [none, one] = [doorbellBeside(0), doorbellBeside(1)];
  await none.doorbell.passOn('work', job);
  await one.doorbell.passOn('work', job);
  expect([none.jobs(), one.jobs()]).toEqual([[job], []]);
});

it.each<Lane>(['work', 'fetch', 'sandbox'])('rings for the workers of the lane "%s" alone', async (lane) => {
  const queues = { work: queueBeside(0), fetch: queueBeside(0), sandbox: queueBeside(0) };
  await new Doorbell(queues.work.queue, queues.fetch.queue, queues.sandbox.queue).ring(lane, job);
  const rung = Object.entries(queues).filter(([, { jobs }]) => jobs().length > 0);
  expect(
    rung.map(([name]) => name),
    'The workers of another lane were woken',
  ).toEqual([lane]);
});

it('gives each ring an id of its own: Bull would ignore a second one with an id that it remembers', async () => {
  const { doorbell, ids } = doorbellBeside(0);
  await doorbell.ring('work', job);
  await doorbell.ring('work', job);
  expect(new Set(ids().filter((id) => id.length > 20)).size, 'Two rings have one id').toBe(2);
});

it('lets the caller go on while Redis is away: the sweep finds the call', async () => {
  const away = { getWaitingCount: () => Promise.reject(new Error('connect ECONNREFUSED')) } as never;
  await expect(new Doorbell(away, away, away).ring('work', job)).resolves.toBeUndefined();
});
