// What a kept answer is rewritten from once the words of its call are masked, and how a repeated request gets it.
import { describe, expect, it } from 'vitest';
import { notFound } from '../../../../src/platform/errors/api-error.js';
import { HoldsNoWords, Rendering, renderedBy } from '../../../../src/platform/http/idempotency/rendering.js';
import { KeysInMemory, sendKeyed } from '../../../support/clients/keyed-requests.js';

const ID = '0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10';
const handler = () => undefined;
const caller = { accountId: 'a' } as never;

describe('what an answer is rewritten from', () => {
  it.each<[string, unknown, string | null]>([
    ['an object', { id: ID, object: 'review', dry_run: undefined }, `review/${ID}`],
    ['an object as JSON text', `{"id":"${ID}","object":"analysis","created":1}`, `analysis/${ID}`],
    ['an object without an id', { object: 'webhook_test' }, null],
    ['an object with another id', { id: 'evt_1', object: 'event' }, null],
    ['text that only holds an object', `{"analysis":{"id":"${ID}","object":"analysis"}}`, null],
    ['nothing', undefined, null],
  ])('%s', (_, value, rendered) => {
    expect(renderedBy(handler, value)).toBe(rendered);
  });

  it('is nothing where the route says that its answers hold no words', () => {
    const quiet = () => undefined;
    HoldsNoWords()({}, 'quiet', { value: quiet });
    expect(renderedBy(quiet, { id: ID, object: 'review_link' })).toBe('');
  });
});

describe('an object', () => {
  it('is read by the owner of its kind, for the account of the caller', async () => {
    const rendering = new Rendering();
    rendering.register('review', async ({ accountId }, id) => ({ accountId, id }));
    rendering.register('analysis', async (_, id) => `text of ${id}`);
    expect(await rendering.render(caller, `review/${ID}`)).toBe(`{"accountId":"a","id":"${ID}"}`);
    expect(await rendering.render(caller, `analysis/${ID}`)).toBe(`text of ${ID}`);
  });

  it('that is gone, of an unknown kind or without a caller gives nothing; a failure is one', async () => {
    const rendering = new Rendering();
    rendering.register('gone', () => Promise.reject(notFound('Review')));
    rendering.register('away', () => Promise.reject(new Error('connect ECONNREFUSED')));
    expect(await rendering.render(caller, `gone/${ID}`)).toBeNull();
    expect(await rendering.render(caller, `other/${ID}`)).toBeNull();
    expect(await rendering.render(undefined, `gone/${ID}`)).toBeNull();
    expect(await rendering.render(caller, null)).toBeNull();
    await expect(rendering.render(caller, `away/${ID}`)).rejects.toThrow('ECONNREFUSED');
  });
});

it('a repeated request gets the object as it is now, under the status of the first answer', async () => {
  const keys = new KeysInMemory();
  keys.rendering.register('review', async () => ({ id: ID, note: '[CARD_NUMBER_1]' }));
  const handle = () => ({ id: ID, object: 'review', note: '4111 1111 1111 1111' });
  await sendKeyed(keys, handle);
  for (const [key, row] of keys.rows)
    if (row.answer) keys.rows.set(key, { ...row, answer: { ...row.answer, sealedBody: Buffer.alloc(0) } });
  const again = await sendKeyed(keys, handle);
  expect(again).toMatchObject({ status: 201, headers: { 'Idempotent-Replayed': 'true' } });
  expect(again).toHaveProperty('value', `{"id":"${ID}","note":"[CARD_NUMBER_1]"}`);
});
