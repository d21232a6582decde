// docs/webhooks.md lists the events that a receiver may get. One that is missing there is not asked for.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { WEBHOOK_EVENTS } from '../../src/webhooks/event-table.js';

it('docs/webhooks.md lists every event, in the order of the code', () => {
  const [section = ''] = readFileSync('docs/webhooks.md', 'utf8').split('\n## ');
  const listed = [...section.matchAll(/^\| `([a-z.]+)` \|/gm)].map(([, event]) => event);
  expect(listed).toEqual(WEBHOOK_EVENTS);
});
