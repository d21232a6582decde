// How a process stops taking jobs, with queues that answer when the test lets them.
import type { Queue } from 'bull';
import { expect, it, vi } from 'vitest';
import { QueueConsumers } from '../../../src/platform/queue/queue-consumers.js';

const COUNT = 3;

/** Consumers of one queue each. Every step is written down as it begins, and ends when `release` names it. */
function consumersHeld() {
  const begun: string[] = [];
  const held = new Map<string, (() => void)[]>();
  const step = (name: string) => () => {
    begun.push(name);
    return new Promise<void>((resolve) => held.set(name, [...(held.get(name) ?? []), resolve]));
  };
  const consumers = new QueueConsumers();
  for (let index = 0; index < COUNT; index++) {
    const queue = { client: { status: 'ready' }, pause: step('pause'), close: step('close') };
    const close = () => void begun.push('take nothing');
    consumers.add({ queues: [queue as unknown as Queue], close, stop: step('end runs') });
  }
  const release = (name: string) => {
    for (const resolve of held.get(name) ?? []) resolve();
  };
  return { consumers, begun, release };
}

const each = (name: string) => Array.from({ length: COUNT }, () => name);

it('each step of a stop begins for all consumers before it ends for one, and before the next begins for any', async () => {
  const { consumers, begun, release } = consumersHeld();
  const stopping = consumers.beforeApplicationShutdown();
  const expected = each('take nothing');
  for (const name of ['pause', 'end runs', 'close']) {
    expected.push(...each(name));
    await vi.waitFor(() => expect(begun.length).toBeGreaterThanOrEqual(expected.length));
    expect(begun).toEqual(expected);
    release(name);
  }
  await stopping;
});

it('a queue whose Redis is away is waited for by none', async () => {
  const consumers = new QueueConsumers();
  const ended = vi.fn(async () => undefined);
  const queue = { client: { status: 'reconnecting' }, pause: () => new Promise(() => undefined) };
  consumers.add({ queues: [queue as unknown as Queue], close: () => undefined, stop: ended });
  await consumers.beforeApplicationShutdown();
  expect(ended, 'The runs go on').toHaveBeenCalledOnce();
});
