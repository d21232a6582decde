import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DeliveryQueues, type QueuedDelivery } from '../../../src/webhooks/delivery/delivery-queues.js';

const idsOf = (taken: readonly { deliveryId: string }[]) => taken.map(({ deliveryId }) => deliveryId);

function queuesWith(maxConcurrentPerHost: number, maxQueuedPerLane = 1_000, maxQueued = 20_000, maxConcurrent = 400) {
  const queues = new DeliveryQueues({ maxConcurrent, maxConcurrentPerHost, maxQueuedPerLane, maxQueued });
  return {
    queues,
    add: (host: string, deliveryId: string, accountId = 'account') => queues.add({ accountId, host, deliveryId }),
    release: (host: string, accountId = 'account') => queues.release({ accountId, host }),
  };
}

describe('the queues of hosts', () => {
  it('limit concurrent deliveries per host, not for other hosts', () => {
    const { queues, add, release } = queuesWith(2);
    for (const id of ['a', 'b', 'c', 'c']) add('slow', id);
    expect(idsOf(queues.take(10))).toEqual(['a', 'b']);
    expect(queues.take(10)).toEqual([]);
    add('other', 'd');
    expect(queues.take(10)).toEqual([{ accountId: 'account', host: 'other', deliveryId: 'd' }]);
    release('slow');
    expect(idsOf(queues.take(10))).toEqual(['c']);
    release('slow');
    expect(queues.take(10)).toEqual([]);
  });

  it('limit concurrent deliveries per host over all accounts, which take turns at it', () => {
    const { queues, add, release } = queuesWith(1);
    for (const id of ['a1', 'a2', 'a3']) add('shared', id, 'a');
    add('shared', 'b1', 'b');
    const order: string[] = [];
    for (let [taken] = queues.take(10); taken; [taken] = queues.take(10)) {
      order.push(taken.deliveryId);
      expect(queues.take(10)).toEqual([]);
      release('shared', taken.accountId);
    }
    expect(order).toEqual(['a1', 'b1', 'a2', 'a3']);
  });

  it('remember what one account sends to a host when another has nothing more to send there', () => {
    const { queues, add, release } = queuesWith(2);
    add('shared', 'a1', 'a');
    add('shared', 'b1', 'b');
    expect(idsOf(queues.take(10))).toEqual(['a1', 'b1']);
    release('shared', 'a');
    for (const id of ['c1', 'c2']) add('shared', id, 'c');
    expect(idsOf(queues.take(10)), 'deliveries to a host with one place left').toEqual(['c1']);
  });

  it('take turns', () => {
    const { queues, add } = queuesWith(3);
    for (const id of ['a1', 'a2', 'a3', 'a4']) add('a', id);
    for (const id of ['b1', 'b2']) add('b', id);
    add('c', 'c1');
    expect(idsOf(queues.take(2))).toEqual(['a1', 'b1']);
    expect(idsOf(queues.take(4))).toEqual(['c1', 'a2', 'b2', 'a3']);
    expect(queues.take(4)).toEqual([]);
  });

  it('drop what exceeds the limit, and report it once the queue has run empty', () => {
    const { queues, add, release } = queuesWith(1, 2);
    for (const id of ['a', 'b', 'c']) add('slow', id);
    expect(idsOf(queues.take(1))).toEqual(['a']);
    expect(queues.takeOverflow(), 'deliveries are read again while others wait').toBe(false);
    release('slow');
    expect(idsOf(queues.take(1))).toEqual(['b']);
    expect(queues.takeOverflow(), 'the dropped deliveries are read again').toBe(true);
    expect(queues.takeOverflow(), 'the dropped deliveries are read twice').toBe(false);
    release('slow');
    add('slow', 'd');
    expect(idsOf(queues.take(1))).toEqual(['d']);
    expect(queues.takeOverflow(), 'deliveries are read again although none was dropped').toBe(false);
  });

  it('report what they dropped once, although the host is still being sent to', () => {
    const { queues, add, release } = queuesWith(2, 2);
    for (const id of ['a', 'b', 'c']) add('slow', id);
    expect(idsOf(queues.take(2))).toEqual(['a', 'b']);
    expect(queues.takeOverflow(), 'the deliveries that were dropped must be read again').toBe(true);
    release('slow');
    add('slow', 'd');
    expect(idsOf(queues.take(1))).toEqual(['d']);
    expect(queues.takeOverflow(), 'everything that is due is read again without need').toBe(false);
  });

  it('take every place back of an account that is sending to several hosts', () => {
    const { queues, add, release } = queuesWith(1);
    for (const host of ['slow', 'other']) add(host, `to ${host}`);
    expect(queues.take(5), 'deliveries').toHaveLength(2);
    for (const host of ['slow', 'other']) release(host);
    expect(queues.sending, 'places that are still taken').toBe(0);
    add('slow', 'next');
    expect(idsOf(queues.take(5)), 'what is sent next').toEqual(['next']);
  });

  it('give one place back for a delivery that is released twice', () => {
    const { queues, add, release } = queuesWith(1);
    add('slow', 'a');
    queues.take(1);
    release('slow');
    release('slow');
    expect(queues.sending, 'places that are taken').toBe(0);
    for (const id of ['b', 'c']) add('slow', id);
    expect(idsOf(queues.take(5)), 'what is sent to the host at the same time').toEqual(['b']);
  });

  it('when cleared, drop what waits and keep the places of what is being sent', () => {
    const { queues, add, release } = queuesWith(1);
    for (const id of ['a', 'b']) add('slow', id);
    expect(idsOf(queues.take(5))).toEqual(['a']);
    expect(queues.take(5)).toEqual([]);
    queues.clear();
    add('slow', 'c', 'other');
    expect(queues.take(5)).toEqual([]);
    release('slow');
    expect(idsOf(queues.take(5))).toEqual(['c']);
  });
});

describe('the queues of accounts', () => {
  /** A hundred hosts of one account, with as many deliveries as each may be sent at the same time. */
  function floodFrom(accountId: string, add: (host: string, id: string, accountId: string) => void) {
    for (let host = 0; host < 100; host++) {
      for (let n = 0; n < 20; n++) add(`${host}.${accountId}.example`, `${accountId}-${host}-${n}`, accountId);
    }
  }
  const countOf = (taken: readonly QueuedDelivery[], accountId: string) =>
    taken.filter((delivery) => delivery.accountId === accountId).length;

  it('take turns: one delivery is sent next, before the thousands of another account', () => {
    const { queues, add } = queuesWith(20);
    floodFrom('hostile', add);
    queues.take(50);
    add('hooks.example', 'mine', 'other');
    expect(idsOf(queues.take(2))).toContain('mine');
  });

  it('leave places free for an account that comes later, however many hosts the others have', () => {
    const { queues, add, release } = queuesWith(20);
    floodFrom('first', add);
    const sending = queues.take(400);
    expect(countOf(sending, 'first'), 'deliveries of the first account').toBe(300);
    add('hooks.example', 'mine', 'other');
    expect(idsOf(queues.take(400))).toEqual(['mine']);
    for (const { host, accountId } of sending) release(host, accountId);
    expect(countOf(queues.take(400), 'first'), 'deliveries of the first account when those were sent').toBe(300);
  });

  it.each([
    [2, 172],
    [3, 120],
    [10, 39],
  ])('share the places when %i of them have more than enough: at most %i each', (count, expected) => {
    const { queues, add } = queuesWith(20);
    const accounts = Array.from({ length: count }, (_, n) => `account-${n}`);
    for (const accountId of accounts) floodFrom(accountId, add);
    const taken = queues.take(400);
    for (const accountId of accounts) {
      expect(countOf(taken, accountId), `places of ${accountId}`).toBeLessThanOrEqual(expected);
      expect(countOf(taken, accountId), `places of ${accountId}`).toBeGreaterThanOrEqual(expected - 3);
    }
    expect(queues.sending, 'deliveries that are being sent').toBeLessThan(400);
    add('hooks.example', 'mine', 'other');
    expect(idsOf(queues.take(400))).toEqual(['mine']);
  });

  it('share the memory evenly, first between accounts and then between the hosts of each', () => {
    const { queues, add, release } = queuesWith(2, 1_000, 400);
    add('hooks.example', 'first', 'other');
    for (let host = 0; host < 50; host++) {
      for (let n = 0; n < 300; n++) add(`${host}.example`, `${host}-${n}`, 'hostile');
    }
    for (let n = 0; n < 300; n++) add('hooks.example', `mine-${n}`, 'other');
    let mine = 0;
    let hostile = 0;
    for (let taken = queues.take(400); taken.length > 0; taken = queues.take(400)) {
      mine += countOf(taken, 'other');
      hostile += countOf(taken, 'hostile');
      for (const { host, accountId } of taken) release(host, accountId);
    }
    expect(mine, 'deliveries that were kept of the account beside the hostile one').toBe(200);
    // Each host got its share of the hosts there were at the time: 200, 100, 67, 50 and so on.
    expect(hostile, 'deliveries of fifty hosts in memory').toBeLessThan(1_000);
  });

  it('leave the whole memory to one account once the others have nothing to send', () => {
    const { queues, add, release } = queuesWith(2, 1_000, 400);
    for (let n = 0; n < 50; n++) {
      add(`${n}.example`, `earlier-${n}`, `account-${n}`);
      add(`${n}.example`, `earlier-too-${n}`, 'mine');
    }
    for (let taken = queues.take(400); taken.length > 0; taken = queues.take(400))
      for (const { host, accountId } of taken) release(host, accountId);
    for (let n = 0; n < 300; n++) add('hooks.example', `${n}`, 'mine');
    let sent = 0;
    for (let taken = queues.take(400); taken.length > 0; taken = queues.take(400)) {
      sent += taken.length;
      for (const { host, accountId } of taken) release(host, accountId);
    }
    expect(sent, 'deliveries that had a place in memory').toBe(300);
  });
});

describe('the queues', () => {
  it('never exceed a limit, and leave no delivery waiting while there is a place for it', () => {
    const step = fc.record({
      accountId: fc.constantFrom('a', 'b', 'c'),
      host: fc.constantFrom('x', 'y', 'z'),
      adds: fc.boolean(),
      clears: fc.integer({ max: 30, min: 0 }).map((n) => n === 0),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), fc.integer({ min: 1, max: 4 }), (steps, maxDeliveries) => {
        const { queues, add, release } = queuesWith(2, 3, 1_000, 5);
        const sending: QueuedDelivery[] = [];
        const waiting = new Map<string, string[]>();
        const sendingBy = (key: 'accountId' | 'host', value: string) =>
          sending.filter((delivery) => delivery[key] === value).length;
        const mayTake = (accountId: string) => sendingBy('accountId', accountId) < 3 * (5 - sending.length);
        steps.forEach(({ accountId, host, adds, clears }, n) => {
          const lane = `${accountId} ${host}`;
          if (clears) {
            queues.clear();
            waiting.clear();
          } else if (adds) {
            add(host, String(n), accountId);
            const queued = waiting.get(lane) ?? [];
            if (queued.length < 3) waiting.set(lane, [...queued, String(n)]);
          } else {
            const at = sending.findIndex((delivery) => delivery.accountId === accountId && delivery.host === host);
            if (at >= 0) {
              sending.splice(at, 1);
              release(host, accountId);
            }
          }
          const taken = queues.take(maxDeliveries);
          for (const delivery of taken) {
            expect(delivery.deliveryId, 'the delivery that waits longest at its host').toBe(
              waiting.get(`${delivery.accountId} ${delivery.host}`)?.shift(),
            );
            expect(mayTake(delivery.accountId), `${delivery.accountId} may send one more`).toBe(true);
            sending.push(delivery);
            expect(
              sendingBy('host', delivery.host),
              `deliveries that are sent to ${delivery.host} at once`,
            ).toBeLessThanOrEqual(2);
          }
          expect(queues.sending, 'deliveries that are being sent').toBe(sending.length);
          const couldBeTaken = [...waiting].filter(([name, queued]) => {
            const [of = '', at = ''] = name.split(' ');
            return queued.length > 0 && sendingBy('host', at) < 2 && mayTake(of);
          });
          if (taken.length < maxDeliveries) expect(couldBeTaken).toEqual([]);
        });
      }),
      { numRuns: 500 },
    );
  });
});
