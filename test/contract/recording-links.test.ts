// The budget of recording links. They need no credentials, so the client's address pays.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, startTestService, type TestService, uploadOf } from '../support/apps/running-service.js';
import { recordedCall } from '../support/builders/scripted-call.js';
import { contractFetch } from '../support/clients/responses.js';
import { inOneWindow } from '../support/processes/one-window.js';

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
  it('are limited by client address, whoever opens them, and say how much is left [settled 17]', async () => {
    const headers = { 'x-api-key': account.liveKey };
    const me = () => contractFetch(`${service.baseUrl}/users/me`, { headers });
    const limited = { redisUrl: service.env.REDIS_URL ?? '', rootUrls: [service.rootUrl] };
    const { before, opened, after } = await inOneWindow(limited, async () => {
      const first = await me();
      const links = [
        await contractFetch(link),
        await contractFetch(link, { headers: { range: 'bytes=0-9', ...headers } }),
        await contractFetch(`${link}0`),
      ];
      while (links.length <= LIMIT) links.push(await contractFetch(link));
      return { before: first, opened: links, after: await me() };
    });
    await expect(opened).toAnswerEach([200, 206, 403, ...Array(LIMIT - 3).fill(200), 429]);
    expect(opened.map(remaining), 'requests left to the address').toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 0]);
    const [first, refused] = [opened[0], opened.at(-1)];
    expect(Number(first?.headers.get('x-ratelimit-limit')), 'requests a minute').toBe(LIMIT);
    const isTime = expect.stringMatching(/^1[789]\d{8}$/);
    expect(first?.headers.get('x-ratelimit-reset'), 'a Unix time').toEqual(isTime);
    await expect(refused).toAnswer(429, {
      detail: `Rate limit exceeded. Try again in ${refused?.headers.get('retry-after')} seconds.`,
    });
    expect(remaining(after), 'requests left to the account').toBe(remaining(before) - 1);
  });
});
