import { Logger } from '@nestjs/common';
import type { Queue } from 'bull';
import { afterEach, expect, it, vi } from 'vitest';
import { Queues } from '../../src/platform/queue/queues.js';
import { Doorbells } from '../../src/work/doorbells.js';

interface Added {
  readonly job: object;
  readonly jobId: string;
}

/** A queue in which so many jobs wait already. */
function queueBeside(waiting: number, name = 'calls') {
  const added: Added[] = [];
  const queue = {
    name,
    getWaitingCount: async () => waiting,
    add: async (job: object, { jobId }: { jobId: string }) => added.push({ job, jobId }),
  } as unknown as Queue;
  return { queue, jobs: () => added.map(({ job }) => job), ids: () => added.map(({ jobId }) => jobId) };
}
function doorbellsBeside(waiting: number) {
  const { queue, jobs, ids } = queueBeside(waiting);
  return { doorbells: new Doorbells(new Queues([queue])), jobs, ids };
}
const job = { analysisId: 'a-call', requestId: 'a-request' };

afterEach(() => {
  vi.restoreAllMocks();
});

it('rings for each call until a thousand rings wait', async () => {
  const [few, many] = [doorbellsBeside(999), doorbellsBeside(1_000)];
  await few.doorbells.ring('calls', job);
  await many.doorbells.ring('calls', job);
  expect([few.jobs(), many.jobs()]).toEqual([[job], []]);
});

it('passes a ring on only where none waits, since one wakes a worker with free slots as well as two', async () => {
  const [none, one] = [doorbellsBeside(0), doorbellsBeside(1)];
  await none.doorbells.passOn('calls', job);
  await one.doorbells.passOn('calls', job);
  expect([none.jobs(), one.jobs()]).toEqual([[job], []]);
});

it('rings for the workers of one queue alone', async () => {
  const [calls, exports] = [queueBeside(0), queueBeside(0, 'exports')];
  await new Doorbells(new Queues([calls.queue, exports.queue])).ring('exports');
  expect([calls.jobs(), exports.jobs()], 'The workers of another queue were woken').toEqual([[], [{}]]);
});

it('gives each ring an id of its own: Bull would ignore a second one with an id that it remembers', async () => {
  const { doorbells, ids } = doorbellsBeside(0);
  await doorbells.ring('calls', job);
  await doorbells.ring('calls', job);
  expect(new Set(ids().filter((id) => id.length > 20)).size, 'Two rings have one id').toBe(2);
});

it('lets the caller go on while Redis is away, and says what waits: the sweep finds it', async () => {
  const logged = vi.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
  const err = new Error('connect ECONNREFUSED');
  const away = { name: 'calls', getWaitingCount: () => Promise.reject(err) } as never;
  await expect(new Doorbells(new Queues([away])).ring('calls', job)).resolves.toBeUndefined();
  expect(logged.mock.calls).toEqual([[{ ...job, err }, 'Could not enqueue a call; the sweep will pick it up']]);
});
