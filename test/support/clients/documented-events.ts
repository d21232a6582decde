// Checks the notifications that a receiver has got against the OpenAPI document.
import { expect } from 'vitest';
import type { WebhookReceiver } from '../stubs/webhook-receiver.js';
import { checkEvent } from './responses.js';

/** @returns the events, as they came */
export async function checkReceived(receiver: WebhookReceiver, count: number): Promise<string[]> {
  const received = await receiver.requests(count);
  expect(received, 'notifications').toHaveLength(count);
  return received.map(({ body }) => {
    const told = JSON.parse(body);
    checkEvent(told.event, told);
    return told.event;
  });
}
