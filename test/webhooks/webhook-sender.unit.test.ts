import { expect, it } from 'vitest';
import type { OutboundDoor } from '../../src/platform/outbound/outbound-door.js';
import { LEASE_SECONDS } from '../../src/webhooks/delivery-claims.js';
import { WebhookSender } from '../../src/webhooks/webhook-sender.js';

const EVENT = {
  url: 'https://receiver.example/hook',
  id: 'evt_1',
  body: Buffer.from('{}'),
  secrets: ['whsec_c2VjcmV0'],
};

it('gives a receiver the 15 seconds that docs/webhooks.md promises, a third of the lease on the delivery', async () => {
  const timeouts: number[] = [];
  const door: Pick<OutboundDoor, 'post'> = {
    async post(_, { timeoutMs }) {
      timeouts.push(timeoutMs);
      return { statusCode: 204, retryAfterMs: null };
    },
  };
  await new WebhookSender(door as OutboundDoor).send('account', EVENT);
  expect(timeouts, 'ms that an attempt may take').toEqual([15_000]);
  // The time-out covers resolving the name and the exchange, one after the other; recording the attempt comes on top.
  expect(LEASE_SECONDS * 1000, 'a lease that ends during an attempt lets another sender send the event again').toBe(
    45_000,
  );
});
