import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ReceiverLanes } from '../../src/webhooks/receiver-lanes.js';

const idsOf = (places: readonly { deliveryId: string }[]) => places.map(({ deliveryId }) => deliveryId);

describe('the lanes of a receiver', () => {
  it('bound it alone', () => {
    const lanes = new ReceiverLanes(2, 10, 100);
    for (const id of ['a', 'b', 'c', 'c']) lanes.enter('slow', id);
    expect(idsOf(lanes.take(10))).toEqual(['a', 'b']);
    expect(lanes.take(10)).toEqual([]);
    lanes.enter('other', 'd');
    expect(lanes.take(10)).toEqual([{ host: 'other', deliveryId: 'd' }]);
    lanes.leave('slow');
    expect(idsOf(lanes.take(10))).toEqual(['c']);
    lanes.leave('slow');
    expect(lanes.take(10)).toEqual([]);
  });

  it('are given to one receiver after the other', () => {
    const lanes = new ReceiverLanes(3, 10, 100);
    for (const id of ['a1', 'a2', 'a3', 'a4']) lanes.enter('a', id);
    for (const id of ['b1', 'b2']) lanes.enter('b', id);
    lanes.enter('c', 'c1');
    expect(idsOf(lanes.take(2))).toEqual(['a1', 'b1']);
    expect(idsOf(lanes.take(4))).toEqual(['c1', 'a2', 'b2', 'a3']);
    expect(lanes.take(4)).toEqual([]);
  });

  it('turn away what the line cannot hold, and tell when the line has run out', () => {
    const lanes = new ReceiverLanes(1, 2, 100);
    for (const id of ['a', 'b', 'c']) lanes.enter('slow', id);
    expect(idsOf(lanes.take(1))).toEqual(['a']);
    expect(lanes.takeMissed()).toBe(false);
    lanes.leave('slow');
    expect(idsOf(lanes.take(1))).toEqual(['b']);
    expect(lanes.takeMissed()).toBe(true);
    expect(lanes.takeMissed()).toBe(false);
    lanes.leave('slow');
    lanes.enter('slow', 'd');
    expect(idsOf(lanes.take(1))).toEqual(['d']);
    expect(lanes.takeMissed()).toBe(false);
  });

  it('forget whoever stands in line, and nobody who is in a lane', () => {
    const lanes = new ReceiverLanes(1, 10, 100);
    for (const id of ['a', 'b']) lanes.enter('slow', id);
    expect(idsOf(lanes.take(5))).toEqual(['a']);
    lanes.forgetLines();
    lanes.enter('slow', 'c');
    expect(lanes.take(5)).toEqual([]);
    lanes.leave('slow');
    expect(idsOf(lanes.take(5))).toEqual(['c']);
  });

  it('keep few in mind for each when many receivers have lines', () => {
    const lanes = new ReceiverLanes(2, 1_000, 200);
    for (let host = 0; host < 100; host++) {
      for (let n = 0; n < 300; n++) lanes.enter(`host-${host}`, `${host}-${n}`);
    }
    let remembered = 0;
    for (let taken = lanes.take(10_000); taken.length > 0; taken = lanes.take(10_000)) {
      remembered += taken.length;
      for (const { host } of taken) lanes.leave(host);
    }
    // 200 for the first, 100 for the second, and so on down to what they have lanes.
    expect(remembered).toBe(
      Array.from({ length: 100 }, (_, n) => Math.floor(200 / (n + 1))).reduce((a, b) => a + Math.max(2, b), 0),
    );
  });

  it('are never more than allowed, and whoever waits is taken on', () => {
    const step = fc.record({ host: fc.constantFrom('x', 'y', 'z'), enters: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), fc.integer({ min: 1, max: 4 }), (steps, most) => {
        const lanes = new ReceiverLanes(2, 3, 100);
        const busy: Record<string, number> = { x: 0, y: 0, z: 0 };
        const line: Record<string, string[]> = { x: [], y: [], z: [] };
        steps.forEach(({ host, enters }, n) => {
          const inLine = line[host] ?? [];
          if (enters) {
            lanes.enter(host, String(n));
            if (inLine.length < 3) inLine.push(String(n));
          } else if ((busy[host] ?? 0) > 0) {
            lanes.leave(host);
            busy[host] = (busy[host] ?? 0) - 1;
          }
          const taken = lanes.take(most);
          for (const { host: from, deliveryId } of taken) {
            expect(deliveryId).toBe(line[from]?.shift());
            busy[from] = (busy[from] ?? 0) + 1;
            expect(busy[from]).toBeLessThanOrEqual(2);
          }
          const couldBeTaken = Object.keys(busy).filter(
            (from) => (line[from] ?? []).length > 0 && (busy[from] ?? 0) < 2,
          );
          if (taken.length < most) expect(couldBeTaken).toEqual([]);
        });
      }),
    );
  });
});
