// Who pays for a request that reaches no route: the account of good credentials, else the client's address.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, IdentityApp } from '../../support/apps/identity-app.js';

const LIMIT = 50;

let app: IdentityApp;
let account: { id: string; access: string };
let key: string;
beforeAll(async () => {
  app = await IdentityApp.start(undefined, { RATE_LIMIT_DEFAULT: String(LIMIT) });
  account = await app.account('lost@example.com');
  ({ key } = await app.apiKey(account.access));
});
afterAll(() => app?.stop());

const ask = (method: string, path: string, headers: Record<string, string>) => app.send(method, path, { headers });

const leftAfter = ({ headers }: Answer) => Number(headers.get('x-ratelimit-remaining'));

async function expectAnswer(answer: Answer, status: number, left: number): Promise<void> {
  await expect(answer).toAnswer(status);
  expect(leftAfter(answer), 'requests that are left to who pays for this one').toBe(left);
}

describe('a request to an unknown route', () => {
  const asAccount = () => [{ authorization: `Bearer ${account.access}` }, { 'x-api-key': key }] as const;

  it('counts to the account of good credentials, also where only the method is unknown [settled 16]', async () => {
    const [byToken, byKey] = asAccount();
    const left = leftAfter(await ask('GET', '/probe/caller', byToken));
    const anonymous = leftAfter(await ask('GET', '/nowhere', {}));
    await expectAnswer(await ask('GET', '/nowhere', byToken), 404, left - 1);
    await expectAnswer(await ask('POST', '/nowhere/at/all', byKey), 404, left - 2);
    await expectAnswer(await ask('PATCH', '/probe/caller', byKey), 405, left - 3);
    await expectAnswer(await ask('GET', '/nowhere', {}), 404, anonymous - 1);
  });

  it('counts to the address without credentials or with bad ones, and stays a 404 [settled 16]', async () => {
    const left = leftAfter(await ask('GET', '/nowhere', {}));
    await expectAnswer(await ask('GET', '/nowhere', { 'x-api-key': `${key}x` }), 404, left - 1);
    await expectAnswer(await ask('GET', '/nowhere', { authorization: 'Bearer nonsense' }), 404, left - 2);
  });

  it('is refused once the account has used up its budget [settled 16]', async () => {
    const [byToken] = asAccount();
    let answer = await ask('GET', '/nowhere', byToken);
    for (let count = 0; count < LIMIT && answer.status === 404; count++) answer = await ask('GET', '/nowhere', byToken);
    await expectAnswer(answer, 429, 0);
    await expect(await ask('GET', '/probe/caller', byToken)).toAnswer(429);
    await expect(await ask('GET', '/nowhere', {})).toAnswer(404);
  });
});
