// The cases of the contract of ObjectStore in which a client opens a link.
import { expect, it, onTestFinished, vi } from 'vitest';
import { bodyOf, newKey } from '../support/builders/object-actions.js';
import type { ObjectStoreFaults } from './object-store-faults.contract.js';

export function describeLinks({ store, failing }: Pick<ObjectStoreFaults, 'store' | 'failing'>): void {
  const linkTo = async (text: string, fileName = 'call 7.wav') => {
    const key = newKey();
    await store().put(key, bodyOf(text));
    return store().link({ key, contentType: 'audio/wav', fileName, expiresInSeconds: 60 });
  };

  it('a link opens without credentials, as a download with the type and the name that it was given', async () => {
    const answer = await fetch(await linkTo('0123456789', 'Gespräch "1".wav'));
    await expect(answer).toAnswer(200);
    expect(await answer.text(), 'what the link opens').toBe('0123456789');
    expect(answer.headers.get('content-type')).toBe('audio/wav');
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="Gespr_ch _1_.wav"; filename*=UTF-8''Gespr%C3%A4ch%20%221%22.wav`,
    );
  });

  it.each([
    ['bytes=0-0', '0', 'bytes 0-0/10'],
    ['bytes=2-4', '234', 'bytes 2-4/10'],
    ['bytes=8-20', '89', 'bytes 8-9/10'],
  ])('a link opens a part: %s', async (range, part, position) => {
    const answer = await fetch(await linkTo('0123456789'), { headers: { range } });
    await expect(answer).toAnswer(206);
    expect(await answer.text(), `what the link opens of ${range}`).toBe(part);
    expect(answer.headers.get('content-range')).toBe(position);
  });

  it('a link opens no part behind the end', async () => {
    await expect(await fetch(await linkTo('0123456789'), { headers: { range: 'bytes=10-20' } })).toAnswer(416);
  });

  it('a link opens until it expires', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const madeAt = Date.now();
    const link = await linkTo('0123456789');
    vi.setSystemTime(madeAt + 58_000);
    const before = await fetch(link);
    await expect(before).toAnswer(200);
    await before.arrayBuffer();
    vi.setSystemTime(madeAt + 61_000);
    await expect(await fetch(link)).toAnswer(403);
  });

  it('makes a link without a request: also while the store fails', async () => {
    const { store: failed } = await failing();
    const link = { key: newKey(), contentType: 'audio/wav', fileName: 'a.wav', expiresInSeconds: 60 };
    await expect(failed.link(link), 'a store that fails gives no link').resolves.toMatch(/^https?:\/\//);
  });
}
