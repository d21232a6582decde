import { Webhook } from 'standardwebhooks';
import { expect, it, vi } from 'vitest';
import { signRequest } from '../../../src/webhooks/sending/signed-request.js';

const SECRETS = ['whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD0ZzXQ9k4N1M=', 'whsec_bm90IHRoZSBzYW1lIHNlY3JldA=='];
const EVENT = { url: 'https://receiver.example/hook?a=1', id: 'evt_1', body: Buffer.from('{"text":"Grüß Gott"}') };

it('signs the id, the second and the bytes of the body by Standard Webhooks, once for each secret', () => {
  const at = new Date('2026-11-20T10:00:00.999Z');
  const request = signRequest({ ...EVENT, secrets: SECRETS }, at);
  expect(request, 'the request that a receiver gets').toEqual({
    method: 'POST',
    url: EVENT.url,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'CallAnalysis/1',
      'webhook-id': 'evt_1',
      // The second in which it was signed: rounding up would name one that has not begun.
      'webhook-timestamp': '1795168800',
      'webhook-signature': SECRETS.map((secret) => new Webhook(secret).sign('evt_1', at, '{"text":"Grüß Gott"}')).join(
        ' ',
      ),
    },
    body: EVENT.body,
  });
});

it('has a signature that a receiver refuses with another secret, for another body, and five minutes later', () => {
  const now = new Date('2026-11-20T10:00:00.000Z');
  const [secret = '', other = ''] = SECRETS;
  const { headers } = signRequest({ ...EVENT, secrets: [secret] }, now);
  const verify = (with_: string, body: string) => () => new Webhook(with_).verify(body, { ...headers });
  vi.useFakeTimers({ toFake: ['Date'], now });
  try {
    expect(verify(secret, EVENT.body.toString()), 'the genuine request was refused').not.toThrow();
    expect(verify(other, EVENT.body.toString()), 'the secret does not matter').toThrow();
    expect(verify(secret, '{"text":"forged"}'), 'the body does not matter').toThrow();
    vi.setSystemTime(now.getTime() + 301_000);
    expect(verify(secret, EVENT.body.toString()), 'the time does not matter').toThrow();
  } finally {
    vi.useRealTimers();
  }
});
