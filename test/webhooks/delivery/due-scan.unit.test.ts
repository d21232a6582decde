import { describe, expect, it } from 'vitest';
import type { DeliveryClaims, PageEnd } from '../../../src/webhooks/delivery/delivery-claims.js';
import { DueScan } from '../../../src/webhooks/delivery/due-scan.js';

/** A stand-in for `DeliveryClaims` that has two pages, and fails on request. */
function twoPages() {
  const end: PageEnd = { id: '1', due_at: '2026-11-20 10:00:00+00' };
  const starts: (PageEnd | null)[] = [];
  const state = { fails: false };
  const claims: Pick<DeliveryClaims, 'findDueAfter'> = {
    async findDueAfter(after) {
      starts.push(after);
      if (state.fails) throw new Error('Postgres is away');
      const delivery = { id: after === null ? '1' : '2', account_id: 'a', url: 'https://a.example' };
      return { deliveries: [delivery], end: after ? null : end };
    },
  };
  return { scan: new DueScan(claims as DeliveryClaims), starts, state, end };
}

describe('a scan of due deliveries', () => {
  it('reads page after page, and then ends', async () => {
    const { scan, starts, end } = twoPages();
    expect(scan.hasNext, 'a page is due before the scan was requested').toBe(false);
    scan.request();
    expect((await scan.readPage()).map(({ id }) => id)).toEqual(['1']);
    expect(scan.hasNext, 'a second page is due').toBe(true);
    expect((await scan.readPage()).map(({ id }) => id)).toEqual(['2']);
    expect(scan.hasNext, 'a third page is due').toBe(false);
    expect(starts).toEqual([null, end]);
  });

  it('is followed by another that was requested while it was under way', async () => {
    const { scan, starts, end } = twoPages();
    scan.request();
    const first = scan.readPage();
    scan.request();
    await first;
    await scan.readPage();
    expect(scan.hasNext, 'the second scan is due').toBe(true);
    await scan.readPage();
    expect(starts).toEqual([null, end, null]);
  });

  it('ends when a page cannot be read', async () => {
    const { scan, state } = twoPages();
    scan.request();
    await scan.readPage();
    state.fails = true;
    await expect(scan.readPage()).rejects.toThrow('Postgres is away');
    expect(scan.hasNext, 'a page is due after a failure').toBe(false);
  });
});
