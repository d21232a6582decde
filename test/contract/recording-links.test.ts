// The budget of recording links. They need no credentials, so the client's address pays.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contractFetch } from '../support/responses.js';
import { type Account, startTestService, type TestService, uploadOf } from '../support/running-service.js';
import { recordedCall } from '../support/scripted-call.js';

const LIMIT = 10;

let service: TestService;
let account: Account;
let link: string;
beforeAll(async () => {
  service = await startTestService({ PROCESS: 'api', RATE_LIMIT_DEFAULT: String(LIMIT) });
  account = await service.openAccount();
  const submitted = await fetch(`${service.baseUrl}/analysis`, {
    method: 'POST',
    headers: { 'x-api-key': account.liveKey },
    body: uploadOf(recordedCall()),
  });
  link = JSON.parse(await submitted.text()).audio.url;
});
afterAll(() => service?.stop());

const remaining = ({ headers }: Response) => Number(headers.get('x-ratelimit-remaining'));

describe('recording links', () => {
  it('are limited by client address, whoever opens them, and say how much is left', async () => {
    const asAccount = { 'x-api-key': account.liveKey };
    const before = remaining(await contractFetch(`${service.baseUrl}/users/me`, { headers: asAccount }));
    const first = await contractFetch(link);
    await expect(first).toAnswer(200);
    const left = remaining(first);
    expect(Number(first.headers.get('x-ratelimit-limit')), 'requests a minute').toBe(LIMIT);
    expect(Number(first.headers.get('x-ratelimit-reset'))).toBeGreaterThan(Date.now() / 1000);
    const range = await contractFetch(link, { headers: { range: 'bytes=0-9', ...asAccount } });
    const altered = await contractFetch(`${link}0`);
    expect([range, altered].map((answer) => [answer.status, remaining(answer)])).toEqual([
      [206, left - 1],
      [403, left - 2],
    ]);
    for (let count = left - 2; count > 0; count--) await expect(await contractFetch(link)).toAnswer(200);
    const refused = await contractFetch(link);
    const seconds = refused.headers.get('retry-after');
    await expect(refused).toAnswer(429, { detail: `Rate limit exceeded. Try again in ${seconds} seconds.` });
    expect(
      remaining(await contractFetch(`${service.baseUrl}/users/me`, { headers: asAccount })),
      'requests left to the account',
    ).toBe(before - 1);
  });
});
