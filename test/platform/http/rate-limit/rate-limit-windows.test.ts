import { afterEach, expect, it } from 'vitest';
import { RateLimitWindows } from '../../../../src/platform/http/rate-limit/rate-limit-windows.js';
import { Metrics } from '../../../../src/platform/operations/metrics.js';
import { connectForRequests } from '../../../../src/platform/queue/redis.js';
import { freshRedis } from '../../../support/backing.js';
import { startTcpProxy } from '../../../support/tcp-proxy.js';

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

it('waits for a silent Redis once, however many requests arrive before its time-out', async () => {
  const target = new URL(await freshRedis());
  const wire = await startTcpProxy(Number(target.port));
  target.port = String(wire.port);
  const client = connectForRequests(target.href);
  open.push(
    () => wire.close(),
    async () => client.disconnect(),
  );
  const windows = new RateLimitWindows({ client }, new Metrics());
  await windows.onApplicationBootstrap();
  wire.hold();
  const counts = await Promise.all(Array.from({ length: 1_000 }, () => windows.increment('many', 60_000, 10_000)));
  expect(Math.max(...counts.map(({ totalHits }) => totalHits))).toBe(1_000);
  wire.pass();
  // The first batch of 200 was sent before the time-out and arrives now. Had other batches been sent too, they would count as well.
  await expect.poll(() => client.get('rate:many').catch(() => null)).toBe('200');
});
