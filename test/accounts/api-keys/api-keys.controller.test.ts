import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Answer, IdentityApp } from '../../support/apps/identity-app.js';
import { until } from '../../support/apps/running-service.js';

const SYNC = 'nightly-sync/2.1 (linux) node/20';

let app: IdentityApp;
let account: { id: string; access: string };
beforeAll(async () => {
  app = await IdentityApp.start();
  account = await app.account('keys@example.com');
});
afterAll(async () => {
  await app.stop();
});

const create = (body: unknown, token = account.access) => app.send('POST', '/api-keys/', { token, body });
const list = (query = '', token = account.access) => app.send('GET', `/api-keys/${query}`, { token });
const revoke = (id: string, token = account.access) => app.send('DELETE', `/api-keys/${id}`, { token });
const types = ({ body }: Answer) => body.detail.map(({ type, loc }: { type: string; loc: string[] }) => [type, loc]);

describe('POST /api-keys/', () => {
  it('tells the whole key once [resources 29]', async () => {
    const answer = await create({ name: ' Nightly import ', metadata: { owner: 'ops', n: 1.5, off: null } });
    await expect(answer).toAnswer(201, {
      id: expect.any(String),
      object: 'api_key',
      key: expect.stringMatching(/^sk_live_[0-9A-Za-z]{49}$/),
      name: 'Nightly import',
      key_prefix: answer.body.key.slice(0, 12),
      livemode: true,
      scopes: ['analysis:read', 'analysis:write', 'billing:read', 'evaluations:write', 'reviews:write'],
      created_by: expect.any(String),
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      last_used_at: null,
      last_used_by: null,
      metadata: { owner: 'ops', n: 1.5, off: null },
    });
    const [row] = await app.database.query('SELECT * FROM api_key WHERE id = $1', [answer.body.id]);
    expect(row.key_hash).toEqual(createHash('sha256').update(answer.body.key).digest());
    expect(JSON.stringify(row)).not.toContain(answer.body.key.slice(12));
    expect(JSON.stringify((await list()).body)).not.toContain(answer.body.key);
  });

  it('makes test keys and narrow keys', async () => {
    const { body } = await create({ name: 'test', mode: 'test', scopes: ['billing:read', 'billing:read'] });
    expect(body.key).toMatch(/^sk_test_/);
    expect(body.livemode, 'the test key is live').toBe(false);
    expect(body.scopes).toEqual(['billing:read']);
  });

  it('reports every failing field', async () => {
    const answer = await create({ name: ' ', mode: 'prod', scopes: ['admin'], metadata: [] });
    await expect(answer).toAnswer(422);
    expect(types(answer)).toEqual([
      ['string_too_short', ['body', 'name']],
      ['enum', ['body', 'mode']],
      ['enum', ['body', 'scopes', '0']],
      ['dict_type', ['body', 'metadata']],
    ]);
    expect(types(await create({}))).toEqual([['missing', ['body', 'name']]]);
    expect(types(await create({ name: 'x'.repeat(101) }))).toEqual([['string_too_long', ['body', 'name']]]);
  });

  it('gives a row under one path with and without the trailing slash', async () => {
    const answer = await app.send('POST', '/api-keys', { token: account.access, body: { name: 'no slash' } });
    await expect(answer).toAnswer(201);
  });
});

describe('GET /api-keys/', () => {
  it('pages newest first and leaves revoked keys out [endpoints 34]', async () => {
    const { access } = await app.account(`${randomUUID()}@example.com`);
    const ids: string[] = [];
    for (const name of ['one', 'two', 'three', 'four']) {
      const { body } = await create({ name }, access);
      ids.unshift(body.id);
    }
    await revoke(ids[1] ?? '', access);
    const answer = await list('', access);
    await expect(answer).toAnswer(200);
    expect(answer.body).toMatchObject({ total: 3, skip: 0, limit: 20 });
    expect(answer.body.items.map(({ name }: { name: string }) => name)).toEqual(['four', 'two', 'one']);
    expect(answer.body.items[0]).not.toHaveProperty('key');
    expect(answer.body.items[0]).not.toHaveProperty('key_hash');
    const second = await list('?skip=1&limit=1', access);
    expect(second.body).toMatchObject({ total: 3, skip: 1, limit: 1, items: [{ name: 'two' }] });
    expect((await list('?skip=9', access)).body).toMatchObject({ total: 3, skip: 9, items: [] });
  });

  it.each([
    ['limit=0', 'greater_than_equal', 'limit'],
    ['limit=101', 'less_than_equal', 'limit'],
    ['skip=-1', 'greater_than_equal', 'skip'],
    ['skip=two', 'int_parsing', 'skip'],
  ])('refuses ?%s', async (query, type, name) => {
    const answer = await list(`?${query}`);
    await expect(answer).toAnswer(422);
    expect(types(answer)).toEqual([[type, ['query', name]]]);
  });
});

describe('DELETE /api-keys/{key_id}', () => {
  it('holds at once on every process [endpoints 10]', async () => {
    const { body } = await create({ name: 'to be revoked' });
    const second = await IdentityApp.start(app);
    try {
      for (const each of [app, second])
        await expect(await each.send('GET', '/users/me', { token: body.key })).toAnswer(200);
      const revoked = await revoke(body.id);
      await expect(revoked).toAnswer(200, { id: body.id, object: 'api_key', deleted: true });
      for (const each of [app, second]) {
        const answer = await each.send('GET', '/users/me', { token: body.key });
        await expect(answer).toAnswer(401, { detail: 'Invalid authentication credentials' });
      }
    } finally {
      await second.stop();
    }
  });

  it("answers alike for a revoked, an unknown and another account's key", async () => {
    const { body } = await create({ name: 'twice' });
    await revoke(body.id);
    const other = await app.account('other@example.com');
    const { body: foreign } = await create({ name: 'foreign' }, other.access);
    const answers = [await revoke(body.id), await revoke(randomUUID()), await revoke(foreign.id)];
    for (const answer of answers) await expect(answer).toAnswer(404, { detail: 'API key not found' });
    await expect(await app.send('GET', '/users/me', { token: foreign.key })).toAnswer(200);
    const mine = (await list()).body.items.map(({ id }: { id: string }) => id);
    expect(mine).not.toContain(foreign.id);
  });

  it('asks for a UUID', async () => {
    const answer = await revoke('not-an-id');
    await expect(answer).toAnswer(422);
    expect(types(answer)).toEqual([['uuid_parsing', ['path', 'key_id']]]);
  });
});

describe('an API key', () => {
  it('may not create, list or revoke keys', async () => {
    const { body } = await create({ name: 'ambitious' });
    for (const answer of [
      await create({ name: 'child' }, body.key),
      await list('', body.key),
      await revoke(body.id, body.key),
    ])
      await expect(answer).toAnswer(403, { detail: 'This action requires a user access token' });
  });

  it('that is mistyped is refused without a look-up in the database', async () => {
    const { body } = await create({ name: 'typo' });
    const asked = vi.spyOn(app.database, 'createQueryRunner');
    try {
      const last = body.key.at(-10) === 'a' ? 'b' : 'a';
      for (const typo of [
        body.key.slice(0, -10) + last + body.key.slice(-9),
        body.key.replace('sk_live_', 'sk_test_'),
        body.key.slice(0, -1),
        `${body.key}0`,
        'sk_live_',
      ])
        await expect(await app.send('GET', '/users/me', { token: typo })).toAnswer(401);
      expect(asked, 'connections taken for mistyped keys').not.toHaveBeenCalled();
      await expect(await app.send('GET', '/users/me', { token: body.key })).toAnswer(200);
      expect(asked, 'connections taken for the right key').toHaveBeenCalled();
    } finally {
      asked.mockRestore();
    }
  });

  it('notes its use at most once a minute, beside the request', async () => {
    const { body } = await create({ name: 'used' });
    const use = (program: string) =>
      app.send('GET', '/users/me', { token: body.key, headers: { 'User-Agent': program } });
    const lastUsed = async () => {
      const [row] = await app.database.query('SELECT last_used_at FROM api_key WHERE id = $1', [body.id]);
      return row.last_used_at;
    };
    await Promise.all([use(SYNC), use(SYNC), use(SYNC)]);
    const first: Date = await until(lastUsed, 'the use of the key');
    const { body: page } = await list();
    const item = page.items.find(({ id }: { id: string }) => id === body.id);
    expect(item).toMatchObject({ last_used_at: first.toISOString(), last_used_by: 'nightly-sync/2.1' });
    await use('curl/8.5.0');
    expect(await lastUsed()).toEqual(first);
    await app.database.query("UPDATE api_key SET last_used_at = now() - interval '2 minutes' WHERE id = $1", [body.id]);
    const stale = await lastUsed();
    await use('<img src=x> curl/8.5.0');
    await until(async () => (await lastUsed()) > stale, 'the later use of the key');
    const { body: later } = await list();
    expect(later.items.find(({ id }: { id: string }) => id === body.id).last_used_by, 'what is no product').toBeNull();
  });
});
