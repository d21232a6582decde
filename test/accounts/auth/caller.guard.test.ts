import { createHmac, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, IdentityApp, JWT_SECRET } from '../../support/apps/identity-app.js';

let app: IdentityApp;
let account: { id: string; email: string; access: string; refresh: string };
beforeAll(async () => {
  app = await IdentityApp.start();
  account = await app.account('caller@example.com');
});
afterAll(async () => {
  await app.stop();
});

const probe = (headers: Record<string, string>) => app.send('GET', '/probe/caller', { headers });
const bearer = (credential: string) => probe({ Authorization: `Bearer ${credential}` });

async function expectRefused(answer: Answer, detail = 'Invalid authentication credentials') {
  await expect(answer).toAnswer(401, { detail });
  expect(answer.headers.get('www-authenticate')).toBe('Bearer');
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const now = () => Math.floor(Date.now() / 1000);

const goodClaims = () => ({
  sub: account.id,
  type: 'access',
  iat: now(),
  exp: now() + 600,
  jti: randomUUID(),
  epoch: 0,
  iss: 'call-analysis',
  aud: 'call-analysis-api',
});

function forge(
  claims: Record<string, unknown>,
  { header = { alg: 'HS256', typ: 'JWT' }, secret = JWT_SECRET, hash = 'sha256' } = {},
): string {
  const body = `${encode(header)}.${encode(claims)}`;
  return `${body}.${createHmac(hash, secret).update(body).digest('base64url')}`;
}

describe('access tokens', () => {
  it('are taken for their account, in any case of the scheme [authentication 6]', async () => {
    const caller = {
      accountId: account.id,
      livemode: true,
      principal: {
        kind: 'person',
        id: account.id,
        isFirst: true,
        role: 'owner',
        teams: [],
        agentId: null,
        recordingsOriginal: true,
      },
    };
    expect((await bearer(account.access)).body).toMatchObject(caller);
    expect((await probe({ Authorization: `bearer ${account.access}` })).body).toMatchObject(caller);
  });

  it('are taken when crafted with every claim right, so that the forgeries below fail for one reason each', async () => {
    await expect(await bearer(forge(goodClaims()))).toAnswer(200);
  });

  const without = (name: string) => {
    const claims: Record<string, unknown> = goodClaims();
    delete claims[name];
    return claims;
  };
  const forgeries: [string, () => string][] = [
    ['no signature, alg none', () => `${encode({ alg: 'none', typ: 'JWT' })}.${encode(goodClaims())}.`],
    ['a signature cut off', () => `${account.access.split('.').slice(0, 2).join('.')}.`],
    [
      'HS384 with the right secret',
      () => forge(goodClaims(), { header: { alg: 'HS384', typ: 'JWT' }, hash: 'sha384' }),
    ],
    ['RS256 in the header over an HMAC', () => forge(goodClaims(), { header: { alg: 'RS256', typ: 'JWT' } })],
    [
      'RS256 with a key of its own',
      () => {
        const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
        const body = `${encode({ alg: 'RS256', typ: 'JWT' })}.${encode(goodClaims())}`;
        return `${body}.${sign('sha256', Buffer.from(body), privateKey).toString('base64url')}`;
      },
    ],
    [
      'a key id that is a path to an empty file',
      () => {
        const header: { alg: string; typ: string } = Object.assign({ alg: 'HS256', typ: 'JWT' }, { kid: '/dev/null' });
        return forge(goodClaims(), { header, secret: '' });
      },
    ],
    ["another environment's secret", () => forge(goodClaims(), { secret: `${JWT_SECRET}!` })],
    ['no exp', () => forge(without('exp'))],
    ['no type', () => forge(without('type'))],
    ['no jti', () => forge(without('jti'))],
    ['no epoch', () => forge(without('epoch'))],
    ['no issuer', () => forge(without('iss'))],
    ['no audience', () => forge(without('aud'))],
    ['another issuer', () => forge({ ...goodClaims(), iss: 'somebody-else' })],
    ['another audience', () => forge({ ...goodClaims(), aud: 'somebody-else' })],
    ['exp as text', () => forge({ ...goodClaims(), exp: String(now() + 600) })],
    ['nbf ahead', () => forge({ ...goodClaims(), nbf: now() + 600 })],
    ['a newer epoch', () => forge({ ...goodClaims(), epoch: 1 })],
    ['no account of ours', () => forge({ ...goodClaims(), sub: randomUUID() })],
    ['a subject that is no id', () => forge({ ...goodClaims(), sub: "' OR 1=1" })],
    ['type refresh', () => forge({ ...goodClaims(), type: 'refresh' })],
    ['the refresh token of the log-in', () => account.refresh],
    ['nonsense', () => 'nonsense'],
  ];
  it.each(forgeries)('are refused with %s [fault 78]', async (_, token) => {
    await expectRefused(await bearer(token()));
  });

  it('are refused as expired one second after their expiry [authentication 7 12, fault 78]', async () => {
    await expectRefused(await bearer(forge({ ...goodClaims(), exp: now() - 1 })), 'Token has expired');
  });

  it('that are both expired and forged are refused as forged [fault 78]', async () => {
    await expectRefused(await bearer(forge({ ...goodClaims(), exp: now() - 1 }, { secret: 'x'.repeat(40) })));
  });

  it('are refused by the refresh route, as a refresh token is by every other [fault 78]', async () => {
    const claims = forge(goodClaims());
    await expectRefused(await app.send('POST', '/auth/refresh', { body: { refresh_token: claims } }));
    const noExpiry: Record<string, unknown> = { ...goodClaims(), type: 'refresh' };
    delete noExpiry.exp;
    await expectRefused(await app.send('POST', '/auth/refresh', { body: { refresh_token: forge(noExpiry) } }));
  });

  it('of an account whose address is not verified are no use [endpoints 6, fault 80]', async () => {
    const { body } = await app.register(`${randomUUID()}@example.com`);
    const answer = await bearer(forge({ ...goodClaims(), sub: body.id }));
    await expect(answer).toAnswer(403, { detail: 'Email address is not verified' });
  });

  it('end at once with the account [fault 77]', async () => {
    const other = await app.account(`${randomUUID()}@example.com`);
    const { key } = await app.apiKey(other.access);
    await expect(await bearer(key)).toAnswer(200);
    await app.database.query('DELETE FROM account WHERE id = $1', [other.id]);
    await expectRefused(await bearer(other.access));
    await expectRefused(await bearer(key));
  });
});

describe('credentials in headers', () => {
  it('are needed', async () => {
    await expectRefused(await probe({}));
  });

  it.each([
    ['Basic', 'Basic dXNlcjpwYXNz'],
    ['an empty bearer', 'Bearer'],
    ['a bare token', 'just-a-token'],
    ['two words', 'Bearer one two'],
  ])('are refused as %s', async (_, value) => {
    await expectRefused(await probe({ Authorization: value }));
  });

  it('carry a key in either header, or the same in both [authentication 5]', async () => {
    const { id, key } = await app.apiKey(account.access, { mode: 'test', scopes: ['analysis:read'] });
    const caller = {
      accountId: account.id,
      livemode: false,
      principal: {
        kind: 'key',
        id,
        scopes: ['analysis:read'],
        maker: { id: account.id, role: 'owner', teams: [], agentId: null, recordingsOriginal: true },
      },
      entersReads: false,
    };
    const ways: Record<string, string>[] = [
      { Authorization: `Bearer ${key}` },
      { 'X-API-Key': key },
      { Authorization: `Bearer ${key}`, 'X-API-Key': key },
    ];
    for (const headers of ways) {
      const answer = await probe(headers);
      await expect(answer).toAnswer(200, caller);
    }
  });

  it('are refused when the two disagree, whatever each alone is worth', async () => {
    const { key } = await app.apiKey(account.access);
    const { key: second } = await app.apiKey(account.access);
    await expectRefused(await probe({ Authorization: `Bearer ${key}`, 'X-API-Key': second }));
    await expectRefused(await probe({ Authorization: `Bearer ${account.access}`, 'X-API-Key': key }));
    await expectRefused(await probe({ Authorization: 'Basic dXNlcjpwYXNz', 'X-API-Key': key }));
    await expectRefused(await probe({ Authorization: `Bearer ${key}`, 'X-API-Key': '' }));
  });

  it('carry no token in the header for keys', async () => {
    await expectRefused(await probe({ 'X-API-Key': account.access }));
  });

  it('are never mixed up between requests at the same time', async () => {
    const others = await Promise.all(
      ['first', 'second', 'third'].map((name) => app.account(`${name}-${randomUUID()}@example.com`)),
    );
    const callers = await Promise.all(
      others.map(async ({ id, access }) => ({ id, credentials: [access, (await app.apiKey(access)).key, 'nonsense'] })),
    );
    const requests = Array.from({ length: 8 }, () => callers).flat();
    const seen = await Promise.all(
      requests.flatMap(({ id, credentials }) =>
        credentials.map(async (credential) => {
          const { body } = await bearer(credential);
          return { expected: credential === 'nonsense' ? undefined : id, seen: body.accountId };
        }),
      ),
    );
    expect(seen, 'answers to three credentials of three callers, eight times').toHaveLength(72);
    for (const { expected, seen: accountId } of seen) expect(accountId).toBe(expected);
  });

  it('are not looked at on a public route', async () => {
    const answer = await app.send('GET', '/probe/public', { headers: { Authorization: 'Bearer nonsense' } });
    await expect(answer).toAnswer(200);
  });
});

describe('what a caller may do', () => {
  it('needs a token where keys are not taken', async () => {
    const { key } = await app.apiKey(account.access);
    const refused = await app.send('DELETE', '/probe/token', { token: key });
    await expect(refused).toAnswer(403, { detail: 'This action requires a user access token' });
    await expect(await app.send('DELETE', '/probe/token', { token: account.access })).toAnswer(200);
  });

  it('is narrowed by the scopes of a key, and by nothing for a token', async () => {
    const { key } = await app.apiKey(account.access, { scopes: ['analysis:read'] });
    await expect(await app.send('GET', '/probe/read', { token: key })).toAnswer(200);
    const refused = await app.send('POST', '/probe/write', { token: key });
    await expect(refused).toAnswer(403, { detail: 'API key lacks the scope analysis:write' });
    await expect(await app.send('GET', '/probe/caller', { token: key })).toAnswer(200);
    await expect(await app.send('POST', '/probe/write', { token: account.access })).toAnswer(201);
  });

  it('does not include a route without an access rule', async () => {
    await expectRefused(await app.send('GET', '/probe/unmarked'));
    const answer = await app.send('GET', '/probe/unmarked', { token: account.access });
    await expect(answer).toAnswer(403, { detail: 'This route is closed' });
  });
});

describe('two services in one process', () => {
  it('each ask their own database', async () => {
    const apart = await IdentityApp.start();
    try {
      await expect(await apart.send('GET', '/probe/caller', { token: account.access })).toAnswer(401);
      await expect(await bearer(account.access)).toAnswer(200);
    } finally {
      await apart.stop();
    }
    await expect(await bearer(account.access)).toAnswer(200);
  });
});
