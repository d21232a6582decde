import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ReceiverLanes } from '../../src/webhooks/receiver-lanes.js';

describe('the lanes of a receiver', () => {
  it('bound it alone', () => {
    const lanes = new ReceiverLanes(2, 1);
    expect(['a', 'b', 'c', 'd', 'c'].map((id) => lanes.enter('slow', id))).toEqual([
      'entered',
      'entered',
      'waiting',
      'full',
      'waiting',
    ]);
    expect(lanes.enter('other', 'e')).toBe('entered');
    expect(lanes.next('slow')).toBe('c');
    expect(lanes.next('slow')).toBeNull();
    expect(lanes.enter('slow', 'f')).toBe('entered');
    expect(lanes.enter('slow', 'g')).toBe('waiting');
  });

  it('are never more than allowed, and whoever waits is taken on', () => {
    const step = fc.record({ host: fc.constantFrom('x', 'y'), enters: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const lanes = new ReceiverLanes(2, 3);
        const busy: Record<string, number> = { x: 0, y: 0 };
        const waiting: Record<string, number> = { x: 0, y: 0 };
        steps.forEach(({ host, enters }, n) => {
          const inLanes = busy[host] ?? 0;
          const inLine = waiting[host] ?? 0;
          if (enters) {
            const place = lanes.enter(host, String(n));
            expect(place).toBe(inLanes < 2 ? 'entered' : inLine < 3 ? 'waiting' : 'full');
            if (place === 'entered') busy[host] = inLanes + 1;
            if (place === 'waiting') waiting[host] = inLine + 1;
          } else if (inLanes > 0) {
            const taken = lanes.next(host);
            expect(taken === null).toBe(inLine === 0);
            if (taken === null) busy[host] = inLanes - 1;
            else waiting[host] = inLine - 1;
          }
        });
      }),
    );
  });
});
