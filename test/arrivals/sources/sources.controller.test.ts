// Sources as clients make, read, change, pause and delete them. What a source finds is tested in test/arrivals/sources/watching.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { KEY_SCOPES } from '../../../src/access/scopes.js';
import { type Account, startTestService, type TestService } from '../../support/apps/running-service.js';
import { type Ask, askAs } from '../../support/clients/interface-client.js';

const CREDENTIALS = { access_key_id: 'AKIAIOSFODNN7EXAMPLE', secret_access_key: 'very/hidden+words' };
const WANTED = {
  name: 'Berlin',
  kind: 's3',
  bucket: 'acme-recordings',
  prefix: 'calls/',
  region: 'eu-central-1',
  credentials: CREDENTIALS,
  naming: { pattern: '{agent_id}_{contact_id}.wav' },
};

let lines: string[] = [];
let service: TestService;
let owner: Account;
let ask: Ask;

beforeAll(async () => {
  // No worker looks at the buckets, which do not exist.
  service = await startTestService({ PROCESS: 'api', OUTBOUND_ALLOW_PRIVATE: 'false' }, (line) => lines.push(line));
});
beforeEach(async () => {
  lines = [];
  owner = await service.openAccount();
  ask = askAs(service, owner);
});
afterAll(() => service?.stop());

const make = async (json: object = {}) => {
  const made = await ask('/sources', { json: { ...WANTED, ...json } });
  await expect(made).toAnswer(201);
  return made.body;
};

describe('a source', () => {
  it('is made and shown without its credentials, which are encrypted at rest', async () => {
    const made = await make({ endpoint: 'https://objects.example.com', defaults: { agent_channel: 1 } });
    expect(made).toEqual({
      id: expect.any(String),
      object: 'source',
      created: expect.any(Number),
      livemode: true,
      name: 'Berlin',
      kind: 's3',
      bucket: 'acme-recordings',
      prefix: 'calls/',
      region: 'eu-central-1',
      endpoint: 'https://objects.example.com',
      naming: { pattern: '{agent_id}_{contact_id}.wav' },
      defaults: { agent_channel: 1 },
      start: 'new',
      every_seconds: 60,
      after: 'leave',
      status: 'active',
      cursor: null,
      lag_seconds: null,
      counts: { seen: 0, taken: 0, existing: 0, refused: 0 },
      last_error: null,
      last_polled_at: null,
      account_sid: null,
      api_base: null,
      agent: null,
    });
    await expect(await ask(`/sources/${made.id}`)).toAnswer(200, made);
    await expect(await ask('/sources')).toAnswer(200, { items: [made], total: 1, skip: 0, limit: 20 });
    const { rows } = await service.db.query('SELECT s.*, credentials_encrypted AS sealed FROM source s WHERE id = $1', [
      made.id,
    ]);
    const { sealed, ...row } = rows[0];
    expect(sealed.toString('latin1') + JSON.stringify(row)).not.toContain('hidden');
    expect(lines.join('\n'), 'the log').not.toMatch(/hidden|AKIA/);
  });

  it('is replaced as a whole; its credentials stay where they are left out and bucket and endpoint are the same', async () => {
    const { id } = await make();
    const { credentials: _, ...rest } = WANTED;
    const sealed = async () =>
      (await service.db.query('SELECT credentials_encrypted FROM source WHERE id = $1', [id])).rows[0]
        .credentials_encrypted;
    const before = await sealed();
    const changed = await ask(`/sources/${id}`, { method: 'PUT', json: { ...rest, name: 'Bonn', every_seconds: 15 } });
    await expect(changed).toAnswer(200);
    expect(changed.body).toMatchObject({ id, name: 'Bonn', every_seconds: 15, prefix: 'calls/' });
    expect(await sealed()).toEqual(before);
    for (const elsewhere of [{ bucket: 'other' }, { endpoint: 'https://objects.example.com' }])
      await expect(await ask(`/sources/${id}`, { method: 'PUT', json: { ...rest, ...elsewhere } })).toAnswer(422, {
        detail: [{ type: 'missing', loc: ['body', 'credentials'], msg: 'Field required' }],
      });
    const given = { ...WANTED, bucket: 'other', credentials: { ...CREDENTIALS, secret_access_key: 'other' } };
    await expect(await ask(`/sources/${id}`, { method: 'PUT', json: given })).toAnswer(200);
    expect(await sealed()).not.toEqual(before);
  });

  it('is paused, resumed and deleted', async () => {
    const { id } = await make();
    const paused = await ask(`/sources/${id}/pause`, { json: {} });
    await expect(paused).toAnswer(200);
    expect(paused.body).toMatchObject({ id, status: 'paused' });
    expect((await ask(`/sources/${id}/resume`, { json: {} })).body).toMatchObject({ id, status: 'active' });
    const again = await ask(`/sources/${id}/rescan`, { json: { from: '2026-11-01T00:00:00Z' } });
    await expect(again).toAnswer(200);
    const gone = await ask(`/sources/${id}`, { method: 'DELETE' });
    await expect(gone).toAnswer(200, { id, object: 'source', deleted: true });
    for (const path of ['', '/items']) await expect(await ask(`/sources/${id}${path}`)).toAnswer(404);
    const { rows } = await service.db.query('SELECT credentials_encrypted, settings FROM source WHERE id = $1', [id]);
    expect(rows[0]).toEqual({ credentials_encrypted: null, settings: {} });
  });

  it('is one of 20: the next is refused until one is deleted', async () => {
    const made = await Promise.all(Array.from({ length: 25 }, () => ask('/sources', { json: WANTED })));
    const ids = made.filter(({ status }) => status === 201).map(({ body }) => body.id);
    expect(ids, 'sources of 25 requests at once').toHaveLength(20);
    await expect(await ask('/sources', { json: WANTED })).toAnswer(400, {
      detail: 'An account can have 20 sources: delete one first',
    });
    await ask(`/sources/${ids[0]}`, { method: 'DELETE' });
    await make();
  });

  it('is unknown to another account', async () => {
    const { id } = await make();
    ask = askAs(service, await service.openAccount());
    for (const [path, options] of [
      ['', {}],
      ['', { method: 'PUT', json: WANTED }],
      ['', { method: 'DELETE' }],
      ['/items', {}],
      ['/pause', { json: {} }],
      ['/resume', { json: {} }],
      ['/rescan', { json: {} }],
    ] as const)
      await expect(await ask(`/sources/${id}${path}`, options)).toAnswer(404, { detail: 'Source not found' });
  });

  it('needs a key with settings:write, which no key gets unasked', async () => {
    const unasked = (await ask('/api-keys', { json: { name: 'Plain', mode: 'live' } })).body.key;
    await expect(await ask('/sources', { json: WANTED, credential: unasked })).toAnswer(403, {
      detail: 'API key lacks the scope settings:write',
    });
    const asked = (await ask('/api-keys', { json: { name: 'All', mode: 'test', scopes: [...KEY_SCOPES] } })).body.key;
    const made = await ask('/sources', { json: WANTED, credential: asked });
    await expect(made).toAnswer(201);
    expect(made.body).toMatchObject({ livemode: false });
    expect((await ask('/sources')).body).toMatchObject({ total: 0 });
    expect((await ask('/sources?livemode=false')).body).toMatchObject({ total: 1 });
  });
});

describe('what is refused', () => {
  const refusals: readonly (readonly [string, object, readonly string[]])[] = [
    ['a private endpoint', { endpoint: 'http://127.0.0.1:9000' }, ['endpoint']],
    [
      'a private webhook among the defaults',
      { defaults: { webhook_url: 'http://10.0.0.1/' } },
      ['defaults', 'webhook_url'],
    ],
    [
      'a secret beyond ASCII',
      { credentials: { ...CREDENTIALS, secret_access_key: 'naïve' } },
      ['credentials', 'secret_access_key'],
    ],
    ['half a pair of keys', { credentials: { access_key_id: 'AKIA' } }, ['credentials', 'secret_access_key']],
    [
      'a member that credentials do not have',
      { credentials: { ...CREDENTIALS, session_token: 'hidden' } },
      ['credentials', 'session_token'],
    ],
    ['half a role', { credentials: { role_arn: 'arn:aws:iam::123456789012:role/r' } }, ['credentials', 'external_id']],
    ['credentials as text', { credentials: 'hidden' }, ['credentials']],
    ['no bucket', { bucket: undefined }, ['bucket']],
    ['a bucket that is a host', { bucket: 'a/b' }, ['bucket']],
    ['a region that is a host', { region: 'evil.example.com/' }, ['region']],
    ['two namings', { naming: { pattern: '{agent_id}.wav', preset: 'genesys' } }, ['naming', 'preset']],
    ['no naming', { naming: undefined }, ['naming']],
    ['a default that is no field', { defaults: { agent: 'x' } }, ['defaults', 'agent']],
    ['a default of a wrong type', { defaults: { agent_channel: 7 } }, ['defaults', 'agent_channel']],
    ['too short an interval', { every_seconds: 5 }, ['every_seconds']],
    ['a member that is misspelled', { prefixes: 'calls/' }, ['prefixes']],
  ];
  it.each(refusals)('%s', async (_, given, path) => {
    const refused = await ask('/sources', { json: { ...WANTED, ...given } });
    await expect(refused).toAnswer(422);
    expect(refused.body.detail.map(({ loc }: { loc: string[] }) => loc)).toEqual([['body', ...path]]);
    expect(JSON.stringify(refused.body), 'the answer').not.toMatch(/hidden|naïve/);
  });

  it('a rescan whose moment is misspelled: it would take the whole bucket', async () => {
    const { id } = await make();
    const refused = await ask(`/sources/${id}/rescan`, { json: { form: '2026-11-01T00:00:00Z' } });
    await expect(refused).toAnswer(422);
    expect(refused.body.detail.map(({ loc }: { loc: string[] }) => loc)).toEqual([['body', 'form']]);
    const { rows } = await service.db.query('SELECT place FROM source WHERE id = $1', [id]);
    expect(rows[0].place).toEqual({});
  });

  it('a role with an endpoint that is not of AWS', async () => {
    const credentials = { role_arn: 'arn:aws:iam::123456789012:role/r', external_id: 'call-analysis' };
    await expect(
      await ask('/sources', { json: { ...WANTED, credentials, endpoint: 'https://objects.example.com' } }),
    ).toAnswer(422);
    await expect(await ask('/sources', { json: { ...WANTED, credentials } })).toAnswer(201);
  });
});
