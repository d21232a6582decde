import { afterEach, describe, expect, it } from 'vitest';
import { RateLimitWindows } from '../../../../src/platform/http/rate-limit/rate-limit-windows.js';
import { Metrics } from '../../../../src/platform/operations/metrics/metrics.js';
import { connectForRequests } from '../../../../src/platform/queue/redis.js';
import { freshRedis, patientRedis, untilConnected } from '../../../support/apps/backing.js';
import { startTcpProxy } from '../../../support/processes/tcp-proxy.js';

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
  await untilConnected(client);
  wire.hold();
  const counts = await Promise.all(Array.from({ length: 1_000 }, () => windows.increment('many', 60_000, 10_000)));
  expect(Math.max(...counts.map(({ totalHits }) => totalHits)), 'requests that were counted').toBe(1_000);
  wire.pass();
  // The first batch of 200 was sent before the time-out and arrives now. Had other batches been sent too, they would count as
  // well.
  await expect.poll(() => client.get('rate:many').catch(() => null)).toBe('200');
});

describe('windows in Redis', () => {
  async function start() {
    const client = connectForRequests(await patientRedis());
    open.push(async () => client.disconnect());
    const windows = new RateLimitWindows({ client }, new Metrics());
    await untilConnected(client);
    return { client, windows };
  }

  it('begin with their first request and count each key for itself, also where requests arrive together', async () => {
    const { client, windows } = await start();
    const together = [
      windows.increment('a', 60_000, 2),
      windows.increment('b', 5_000, 2),
      windows.increment('a', 60_000, 2),
    ];
    const [first, other, second] = await Promise.all(together);
    expect(
      [first, other, second].map((count) => count?.totalHits),
      'Requests were counted for another key',
    ).toEqual([1, 1, 2]);
    expect([first?.timeToExpire, other?.timeToExpire], 'A window has the length of another').toEqual([60, 5]);
    const third = await windows.increment('a', 60_000, 2);
    const seconds = third.timeToExpire;
    expect(third).toMatchObject({ totalHits: 3, isBlocked: true, timeToBlockExpire: seconds });
    expect(second, 'The last request of the budget was refused').toMatchObject({
      isBlocked: false,
      timeToBlockExpire: 0,
    });
    const [nowSeconds] = await client.time();
    const left = third.resetsAtSeconds - Number(nowSeconds);
    expect(left > 0 && left <= 61, `The window ends in ${left} s by the clock of Redis`).toBe(true);
    expect(await client.pttl('rate:b'), 'The window began with a later request').toBeLessThanOrEqual(5_000);
  });

  it('are not lengthened by further requests', async () => {
    const { client, windows } = await start();
    await windows.increment('a', 60_000, 2);
    await client.pexpire('rate:a', 20_000);
    expect(
      (await windows.increment('a', 60_000, 2)).timeToExpire,
      'A client that goes on is never let in',
    ).toBeLessThanOrEqual(20);
  });

  it('end also where a restored backup holds a counter without an expiry', async () => {
    const { client, windows } = await start();
    await client.set('rate:a', 7);
    expect(await windows.increment('a', 60_000, 2)).toMatchObject({ totalHits: 8, timeToExpire: 60 });
    expect(await client.pttl('rate:a'), 'The client is refused for good').toBeGreaterThan(0);
  });
});
