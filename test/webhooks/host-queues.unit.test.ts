import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HostQueues } from '../../src/webhooks/host-queues.js';

const idsOf = (taken: readonly { deliveryId: string }[]) => taken.map(({ deliveryId }) => deliveryId);

const hostQueues = (maxConcurrentPerHost: number, maxQueuedPerHost: number, maxQueued: number) =>
  new HostQueues({ maxConcurrentPerHost, maxQueuedPerHost, maxQueued });

describe('the queues of hosts', () => {
  it('limit concurrent deliveries per host, not for other hosts', () => {
    const queues = hostQueues(2, 10, 100);
    for (const id of ['a', 'b', 'c', 'c']) queues.add('slow', id);
    expect(idsOf(queues.take(10))).toEqual(['a', 'b']);
    expect(queues.take(10)).toEqual([]);
    queues.add('other', 'd');
    expect(queues.take(10)).toEqual([{ host: 'other', deliveryId: 'd' }]);
    queues.release('slow');
    expect(idsOf(queues.take(10))).toEqual(['c']);
    queues.release('slow');
    expect(queues.take(10)).toEqual([]);
  });

  it('take turns', () => {
    const queues = hostQueues(3, 10, 100);
    for (const id of ['a1', 'a2', 'a3', 'a4']) queues.add('a', id);
    for (const id of ['b1', 'b2']) queues.add('b', id);
    queues.add('c', 'c1');
    expect(idsOf(queues.take(2))).toEqual(['a1', 'b1']);
    expect(idsOf(queues.take(4))).toEqual(['c1', 'a2', 'b2', 'a3']);
    expect(queues.take(4)).toEqual([]);
  });

  it('drop what exceeds the limit, and report it once the queue has run empty', () => {
    const queues = hostQueues(1, 2, 100);
    for (const id of ['a', 'b', 'c']) queues.add('slow', id);
    expect(idsOf(queues.take(1))).toEqual(['a']);
    expect(queues.takeOverflow()).toBe(false);
    queues.release('slow');
    expect(idsOf(queues.take(1))).toEqual(['b']);
    expect(queues.takeOverflow()).toBe(true);
    expect(queues.takeOverflow()).toBe(false);
    queues.release('slow');
    queues.add('slow', 'd');
    expect(idsOf(queues.take(1))).toEqual(['d']);
    expect(queues.takeOverflow()).toBe(false);
  });

  it('when cleared, drop what waits and keep the slots of what is being sent', () => {
    const queues = hostQueues(1, 10, 100);
    for (const id of ['a', 'b']) queues.add('slow', id);
    expect(idsOf(queues.take(5))).toEqual(['a']);
    queues.clear();
    queues.add('slow', 'c');
    expect(queues.take(5)).toEqual([]);
    queues.release('slow');
    expect(idsOf(queues.take(5))).toEqual(['c']);
  });

  it('share the total limit when there are many hosts', () => {
    const queues = hostQueues(2, 1_000, 200);
    for (let host = 0; host < 100; host++) {
      for (let n = 0; n < 300; n++) queues.add(`host-${host}`, `${host}-${n}`);
    }
    let queued = 0;
    for (let taken = queues.take(10_000); taken.length > 0; taken = queues.take(10_000)) {
      queued += taken.length;
      for (const { host } of taken) queues.release(host);
    }
    // 200 for the first host, 100 for the second, and so on, down to the limit on concurrent deliveries.
    expect(queued).toBe(
      Array.from({ length: 100 }, (_, n) => Math.floor(200 / (n + 1))).reduce((a, b) => a + Math.max(2, b), 0),
    );
  });

  it('never exceed the limit, and leave nothing waiting while a slot is free', () => {
    const step = fc.record({ host: fc.constantFrom('x', 'y', 'z'), adds: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), fc.integer({ min: 1, max: 4 }), (steps, maxDeliveries) => {
        const queues = hostQueues(2, 3, 100);
        const sending: Record<string, number> = { x: 0, y: 0, z: 0 };
        const waiting: Record<string, string[]> = { x: [], y: [], z: [] };
        steps.forEach(({ host, adds }, n) => {
          const queued = waiting[host] ?? [];
          if (adds) {
            queues.add(host, String(n));
            if (queued.length < 3) queued.push(String(n));
          } else if ((sending[host] ?? 0) > 0) {
            queues.release(host);
            sending[host] = (sending[host] ?? 0) - 1;
          }
          const taken = queues.take(maxDeliveries);
          for (const { host: from, deliveryId } of taken) {
            expect(deliveryId).toBe(waiting[from]?.shift());
            sending[from] = (sending[from] ?? 0) + 1;
            expect(sending[from]).toBeLessThanOrEqual(2);
          }
          expect(queues.sending).toBe(Object.values(sending).reduce((sum, n) => sum + n, 0));
          const couldBeTaken = Object.keys(sending).filter(
            (from) => (waiting[from] ?? []).length > 0 && (sending[from] ?? 0) < 2,
          );
          if (taken.length < maxDeliveries) expect(couldBeTaken).toEqual([]);
        });
      }),
    );
  });
});
