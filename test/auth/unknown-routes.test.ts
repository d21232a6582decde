// Who pays for a request that reaches no route: the account of good credentials, else the client's address.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IdentityApp } from '../support/identity-app.js';

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

async function ask(method: string, path: string, headers: Record<string, string>) {
  const answer = await app.send(method, path, { headers });
  return { status: answer.status, left: Number(answer.headers.get('x-ratelimit-remaining')) };
}

describe('a request to an unknown route', () => {
  const asAccount = () => [{ authorization: `Bearer ${account.access}` }, { 'x-api-key': key }] as const;

  it('counts to the account of good credentials, also where only the method is unknown', async () => {
    const [byToken, byKey] = asAccount();
    const { left } = await ask('GET', '/probe/caller', byToken);
    const anonymous = await ask('GET', '/nowhere', {});
    expect(await ask('GET', '/nowhere', byToken)).toEqual({ status: 404, left: left - 1 });
    expect(await ask('POST', '/nowhere/at/all', byKey)).toEqual({ status: 404, left: left - 2 });
    expect(await ask('PATCH', '/probe/caller', byKey)).toEqual({ status: 405, left: left - 3 });
    expect(await ask('GET', '/nowhere', {})).toEqual({ status: 404, left: anonymous.left - 1 });
  });

  it('counts to the address without credentials or with bad ones, and stays a 404', async () => {
    const { left } = await ask('GET', '/nowhere', {});
    expect(await ask('GET', '/nowhere', { 'x-api-key': `${key}x` })).toEqual({ status: 404, left: left - 1 });
    expect(await ask('GET', '/nowhere', { authorization: 'Bearer nonsense' })).toEqual({ status: 404, left: left - 2 });
  });

  it('is refused once the account has used up its budget', async () => {
    const [byToken] = asAccount();
    let answer = await ask('GET', '/nowhere', byToken);
    for (let count = 0; count < LIMIT && answer.status === 404; count++) answer = await ask('GET', '/nowhere', byToken);
    expect(answer).toEqual({ status: 429, left: 0 });
    await expect(await ask('GET', '/probe/caller', byToken)).toAnswer(429);
    await expect(await ask('GET', '/nowhere', {})).toAnswer(404);
  });
});
