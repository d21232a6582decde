// A case for each event that webhooks tell of: the document's example of it, signed. A new event has one without a line here.
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { FaultCase } from './fault-case.js';

interface Examples {
  readonly 'application/json': { readonly examples: Readonly<Record<string, { readonly value: unknown }>> };
}

interface Notifications {
  readonly webhooks: Readonly<
    Record<string, { readonly post: { readonly requestBody: { readonly content: Examples } } }>
  >;
}

const SECRET = 'secret of the events';
const ID = 'evt_2f1d0c5e8b7a4d3c9e6f1a2b3c4d5e6f';
const NOW = 1_790_000_000;

/** The library must read every member of the example; a null may be left out. */
export function notifiedEvents(): readonly FaultCase[] {
  const { webhooks }: Notifications = JSON.parse(readFileSync('openapi.json', 'utf8'));
  return Object.entries(webhooks).flatMap(([event, { post }]) =>
    Object.entries(post.requestBody.content['application/json'].examples).map(([name, { value }]) => ({
      name: `webhook: ${event} (${name}) is read whole`,
      call: 'verify_webhook',
      args: signed(JSON.stringify(value)),
      expect: { result: value },
    })),
  );
}

function signed(body: string): Readonly<Record<string, unknown>> {
  const signature = createHmac('sha256', SECRET).update(`${ID}.${NOW}.${body}`).digest('base64');
  return {
    body_base64: Buffer.from(body).toString('base64'),
    headers: { 'webhook-id': ID, 'webhook-timestamp': String(NOW), 'webhook-signature': `v1,${signature}` },
    secret: `whsec_${Buffer.from(SECRET).toString('base64')}`,
    now: NOW,
  };
}
