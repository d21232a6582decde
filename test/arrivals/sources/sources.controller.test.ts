// Sources as clients make, read, change, pause and delete them. What a source finds is tested in test/arrivals/sources/watching.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { KEY_SCOPES } from '../../../src/access/scopes.js';
import { loadConfig } from '../../../src/platform/config/config.js';
import { SecretCipher } from '../../../src/platform/database/secret-cipher.js';
import { type Account, startTestService, type TestService } from '../../support/apps/running-service.js';
import { type Ask, askAs } from '../../support/clients/interface-client.js';

const CREDENTIALS = { access_key_id: 'AKIAIOSFODNN7EXAMPLE', secret_access_key: 'very/hidden+words' };
const ROLE = { role_arn: 'arn:aws:iam::123456789012:role/r' };
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
      external_id: null,
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
    [
      'an external id of its own',
      { credentials: { role_arn: 'arn:aws:iam::123456789012:role/r', external_id: 'ours' } },
      ['credentials', 'external_id'],
    ],
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

  it.each([
    ['endpoint', { endpoint: 'http://169.254.169.254' }],
    ['endpoint', { endpoint: 'http://127.0.0.1:9000' }],
    ['endpoint', { endpoint: 'https://metadata.google.internal' }],
    ['defaults', { defaults: { webhook_url: 'http://169.254.169.254/' } }],
  ])('a test with a private address as %s, in the sentence of the creation', async (_, given) => {
    const json = { ...WANTED, ...given };
    const tested = await ask('/sources/test', { json });
    await expect(tested).toAnswer(422);
    expect(tested.body.detail).toMatchObject([{ msg: 'URL should point to a public address' }]);
    expect(tested.body.detail).toEqual((await ask('/sources', { json })).body.detail);
  });

  it('no rescan from a bare date, which is its midnight in UTC', async () => {
    const { id } = await make();
    await expect(await ask(`/sources/${id}/rescan`, { json: { from: '2026-11-01' } })).toAnswer(200);
    const { rows } = await service.db.query("SELECT place->'backfill'->>'since' AS since FROM source WHERE id = $1", [
      id,
    ]);
    expect(rows).toEqual([{ since: '2026-11-01T00:00:00.000Z' }]);
    await expect(await ask(`/sources/${id}/rescan`, { json: { from: '2026-02-30' } })).toAnswer(422);
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
    const json = { ...WANTED, credentials: ROLE, endpoint: 'https://objects.example.com' };
    await expect(await ask('/sources', { json })).toAnswer(422);
  });
});

describe('a role', () => {
  let sts: Server;
  let isOpen = false;
  const environment = { AWS_ACCESS_KEY_ID: 'AKIA', AWS_SECRET_ACCESS_KEY: 'secret', AWS_ENDPOINT_URL_STS: '' };
  beforeAll(async () => {
    // Refuses who names no external id, unless the role is open.
    const answer = async (request: IncomingMessage, response: ServerResponse) => {
      const body = await text(request);
      const status = isOpen || new URLSearchParams(body).has('ExternalId') ? 200 : 403;
      response.writeHead(status, { 'content-type': 'text/xml' }).end(
        `<AssumeRoleResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleResult><Credentials>
         <AccessKeyId>A</AccessKeyId><SecretAccessKey>B</SecretAccessKey><SessionToken>C</SessionToken>
         <Expiration>2100-01-01T00:00:00Z</Expiration></Credentials></AssumeRoleResult></AssumeRoleResponse>`,
      );
    };
    sts = createServer((request, response) => void answer(request, response));
    await new Promise<void>((done) => sts.listen(0, '127.0.0.1', done));
    const { port } = sts.address() as AddressInfo;
    Object.assign(process.env, { ...environment, AWS_ENDPOINT_URL_STS: `http://127.0.0.1:${port}` });
  });
  beforeEach(() => {
    isOpen = false;
  });
  afterAll(() => {
    for (const name of Object.keys(environment)) delete process.env[name];
    sts.close();
  });
  const put = (id: string, credentials: object | undefined) =>
    ask(`/sources/${id}`, { method: 'PUT', json: { ...WANTED, credentials } });

  it('gets its external id from the service, which tells it', async () => {
    const external_id = `ca-${(await ask('/users/me')).body.id}`;
    const { id } = await make({ credentials: ROLE });
    expect(await ask(`/sources/${id}`)).toMatchObject({ body: { external_id } });
    expect((await put(id, undefined)).body, 'stored credentials').toMatchObject({ external_id });
    await expect(await put(id, { ...ROLE, external_id: 'ours' })).toAnswer(422);
    expect((await put(id, CREDENTIALS)).body, 'keys').toMatchObject({ external_id: null });
  });

  it('keeps the external id that was chosen in an earlier build', async () => {
    const { id } = await make();
    const cipher = new SecretCipher(loadConfig(service.env).secrets.encryption);
    const sealed = cipher.encrypt(JSON.stringify({ ...ROLE, external_id: 'ours' }), id);
    await service.db.query('UPDATE source SET credentials_encrypted = $2 WHERE id = $1', [id, sealed]);
    expect((await put(id, undefined)).body).toMatchObject({ external_id: 'ours' });
    expect((await put(id, { ...ROLE, external_id: 'ours' })).body).toMatchObject({ external_id: 'ours' });
    await expect(await put(id, { ...ROLE, external_id: 'theirs' })).toAnswer(422);
  });

  it('that can be assumed without it is refused', async () => {
    const { id } = await make({ credentials: ROLE });
    isOpen = true;
    const answers = [
      await ask('/sources', { json: { ...WANTED, credentials: ROLE } }),
      await put(id, ROLE),
      await ask(`/sources/${id}/test`, { json: {} }),
    ];
    const detail = 'The role can be assumed without the external id';
    for (const answer of answers) await expect(answer).toAnswer(400, { detail });
  });
});
