// Text, JSON, queries, paths and raw bytes that only attackers or broken clients send.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, startTestService, type TestService } from '../support/apps/running-service.js';
import { openConnection, statusOf } from '../support/clients/raw-upload.js';
import { answerTo } from '../support/matchers/answers.js';

const MEBIBYTE = 1_048_576;
const UNKNOWN = '00000000-0000-4000-8000-000000000000';

let service: TestService;
let account: Account;
let stranger: Account;
beforeAll(async () => {
  // No worker runs, so that accepted calls keep their state.
  service = await startTestService({ PROCESS: 'api', FREE_INCLUDED_MINUTES: '100000' });
  account = await service.openAccount();
  stranger = await service.openAccount();
});
afterAll(() => service?.stop());

async function ask(path: string, init: RequestInit = {}, { liveKey } = account) {
  const headers = { 'x-api-key': liveKey, 'content-type': 'application/json', ...init.headers };
  const response = await fetch(`${service.baseUrl}${path}`, { ...init, headers });
  const text = await response.text();
  const answer = { status: response.status, headers: response.headers, text, body: JSON.parse(text) };
  return answerTo(`${init.method ?? 'GET'} ${path}`, answer);
}

const post = (path: string, body: string | Uint8Array, headers: Record<string, string> = {}) =>
  ask(path, { method: 'POST', body, headers });

const submit = (fields: object) =>
  post(
    '/analysis',
    JSON.stringify({ audio_url: 'http://127.0.0.1:8080/a.wav', agent_id: 'a', contact_id: 'c', ...fields }),
  );

async function expectAlive() {
  await expect(await ask('/users/me')).toAnswer(200);
}

describe('fault 41: an Idempotency-Key', () => {
  const keyed = (key: string) =>
    post('/analysis', JSON.stringify({ audio_url: 'http://127.0.0.1:8080/a.wav', agent_id: 'a', contact_id: 'c' }), {
      // A header holds bytes; each character of this string is one of them.
      'idempotency-key': Buffer.from(key).toString('latin1'),
    });

  it.each([
    ['nothing', '', 'string_too_short'],
    ['ten kilobytes', 'k'.repeat(10_000), 'string_too_long'],
    ['256 characters beyond 16 bits', '😀'.repeat(256), 'string_too_long'],
  ])('of %s is refused [fault 41]', async (_, key, type) => {
    const answer = await keyed(key);
    const item = expect.objectContaining({ type, loc: ['header', 'idempotency-key'] });
    await expect(answer).toAnswer(422, { detail: [item] });
  });

  it.each([
    ['255 characters beyond 16 bits', '😀'.repeat(255)],
    ['SQL', "'; DROP TABLE idempotency_key; --"],
    ['a page and a path', '<script>../../etc/passwd</script>%00'],
  ])('of %s is a key like any other [fault 41]', async (_, key) => {
    const first = await keyed(key);
    const again = await keyed(key);
    await expect(first).toAnswer(201);
    await expect(again).toAnswer(201);
    expect(again.body.id).toEqual(first.body.id);
  });

  it('with a NUL is no header [fault 41]', async () => {
    const { write, answer } = await openConnection(service);
    await write(
      `POST /api/v1/analysis HTTP/1.1\r\nHost: x\r\nX-API-Key: ${account.liveKey}\r\nIdempotency-Key: a\0b\r\n\r\n`,
    );
    const text = await answer;
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
    expect(text).toContain('{"detail":');
    await expectAlive();
  });
});

describe('fault 54: identifiers of agents and contacts', () => {
  it.each<[string, string, number, string?]>([
    ['nothing', '', 422, 'string_too_short'],
    ['spaces', ' \t\n ', 422, 'string_too_short'],
    ['256 characters', 'x'.repeat(256), 422, 'string_too_long'],
    ['ten thousand characters', 'x'.repeat(10_000), 422, 'string_too_long'],
    ['a NUL', 'a\0b', 422, 'value_error'],
    ['half a character', 'a\ud800b', 422, 'value_error'],
    ['255 characters beyond 16 bits', '😀'.repeat(255), 201],
    ['what a pattern is made of', '%_\\', 201],
    ['SQL', "'; DROP TABLE analysis; --", 201],
    ['a page', '<script>alert("x")</script>', 201],
    ['text that turns the direction', '\u202eabc\u202c', 201],
    ['a letter in two parts', 'e\u0301', 201],
    ['control characters', 'a\x01\x1b[31mb', 201],
    ['the name of a prototype', '__proto__', 201],
  ])('%s for an agent or a contact [fault 54]', async (_, value, status, type) => {
    for (const field of ['agent_id', 'contact_id']) {
      const answer = await submit({ [field]: value });
      await expect(answer).toAnswer(status);
      if (status !== 201) {
        expect(answer.body.detail).toMatchObject([{ type, loc: ['body', field] }]);
        continue;
      }
      expect(answer.body.call[field]).toBe(value);
      const query = new URLSearchParams({ [field]: value });
      const page = await ask(`/analysis?${query}`);
      expect(page.body).toMatchObject({ total: 1, data: [{ id: answer.body.id, call: { [field]: value } }] });
      const search = await ask(`/analysis?${new URLSearchParams({ search: value })}`);
      expect(search.body.data.map(({ id }: { id: string }) => id)).toContain(answer.body.id);
    }
  });

  it('a per cent sign finds per cent signs, and nothing else [fault 54]', async () => {
    const { body } = await ask('/analysis?search=%25&limit=1000');
    expect(body.total, 'analyses found by a per cent sign').toBe(2);
    for (const { call } of body.data) expect(`${call.agent_id}${call.contact_id}`).toContain('%');
  });

  it('a NUL in a query is refused, not looked for [fault 54]', async () => {
    for (const field of ['agent_id', 'contact_id', 'search']) {
      const answer = await ask(`/analysis?${field}=a%00`);
      await expect(answer).toAnswer(422);
      expect(answer.body.detail[0].loc).toEqual(['query', field]);
    }
  });
});

describe('fault 55: JSON', () => {
  const TOO_LARGE = { detail: 'Request body is too large' };
  const INVALID = { detail: [{ type: 'json_invalid', loc: ['body'], msg: 'JSON decode error' }] };
  const padded = (size: number) =>
    `{"agent_id":"a","contact_id":"c","audio_url":"http://127.0.0.1:8080/a.wav","x":"${'a'.repeat(size)}"}`;

  it('of 200 kB is taken, of 50 MB refused [fault 55]', async () => {
    await expect(await post('/analysis', padded(200_000))).toAnswer(201);
    const body = padded(50 * MEBIBYTE);
    const { write, answer } = await openConnection(service);
    await write(
      `POST /api/v1/analysis HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-API-Key: ${account.liveKey}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
    );
    await write(body);
    const text = await answer;
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
    expect(text).toContain(JSON.stringify(TOO_LARGE));
    await expectAlive();
  });

  it.each<[string, string | Uint8Array]>([
    ['broken', '{"agent_id":'],
    ['nested 50,000 deep', `{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`],
    ['nested 50,000 deep and never closed', '{"a":'.repeat(50_000)],
    ['NaN', '{"agent_id":NaN}'],
    ['no UTF-8', Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d])],
    ['two values', '{}{}'],
    ['a comment', '{/* */}'],
  ])('that is %s [fault 55]', async (_, body) => {
    for (const path of ['/analysis', '/auth/login']) await expect(await post(path, body)).toAnswer(422, INVALID);
    await expectAlive();
  });

  it('with the names of a prototype changes nothing but itself [fault 55]', async () => {
    const text =
      '{"agent_id":"a","contact_id":"proto","audio_url":"http://127.0.0.1:8080/a.wav","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"metadata":{"__proto__":"x","constructor":"y"}}';
    const answer = await post('/analysis', text);
    await expect(answer).toAnswer(201);
    expect(answer.text).toContain('"__proto__":"x","constructor":"y"');
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });

  it('with a member twice counts the last, as everywhere [fault 55]', async () => {
    const answer = await post(
      '/analysis',
      '{"agent_id":"first","agent_id":"last","contact_id":"c","audio_url":"http://127.0.0.1:8080/a.wav"}',
    );
    await expect(answer).toAnswer(201);
    expect(answer.body.call?.agent_id).toEqual('last');
  });

  it.each([
    ['a number', 7],
    ['a list', ['a']],
    ['an object', { a: 1 }],
    ['true', true],
  ])('with %s for a text is told so, and nothing is turned into text [fault 55]', async (_, value) => {
    const answer = await submit({ agent_id: value });
    await expect(answer).toAnswer(422);
    expect(answer.body.detail).toMatchObject([{ type: 'string_type', loc: ['body', 'agent_id'] }]);
  });

  it('under another Content-Type [fault 55]', async () => {
    const answer = await post('/analysis', '{}', { 'content-type': 'text/plain' });
    await expect(answer).toAnswer(422);
    expect(answer.body.detail).toMatchObject([{ type: 'content_type', loc: ['header', 'content-type'] }]);
  });
});

describe('fault 56: queries', () => {
  it.each([
    ['limit=0', 'limit', 'greater_than_equal'],
    ['limit=1001', 'limit', 'less_than_equal'],
    ['limit=1e2', 'limit', 'int_parsing'],
    ['limit=-1', 'limit', 'greater_than_equal'],
    ['limit=99999999999', 'limit', 'less_than_equal'],
    ['limit=1&limit=2', 'limit', 'int_parsing'],
    ['limit=', 'limit', 'int_parsing'],
    ['limit=%D9%A1', 'limit', 'int_parsing'],
    ['offset=-1', 'offset', 'greater_than_equal'],
    ['offset=0x10', 'offset', 'int_parsing'],
    ['status_filter=x', 'status_filter', 'enum'],
    ['agent_id=a&agent_id=b', 'agent_id', 'string_type'],
    ['unknown=1', 'unknown', 'extra_forbidden'],
    ['limit[a]=1', 'limit[a]', 'extra_forbidden'],
    ['__proto__[x]=1', '__proto__[x]', 'extra_forbidden'],
    ['account_id=x', 'account_id', 'extra_forbidden'],
  ])('?%s is refused, and the place is told [fault 56]', async (query, name, type) => {
    const answer = await ask(`/analysis?${query}`);
    await expect(answer).toAnswer(422);
    expect(answer.body.detail).toMatchObject([{ type, loc: ['query', name] }]);
  });

  it('an offset behind everything: an empty page with the right total [fault 56]', async () => {
    const { body: all } = await ask('/analysis');
    for (const query of ['offset=1000000000000000000', 'offset=99999999999999999999999', 'offset=1000000']) {
      const answer = await ask(`/analysis?${query}`);
      await expect(answer).toAnswer(200, expect.objectContaining({ data: [], total: all.total }));
    }
  });
});

describe('fault 57: ids in paths', () => {
  it.each([
    'x',
    '0'.repeat(36),
    `${UNKNOWN}%00`,
    'a'.repeat(4_096),
    '..%2f..%2fusers%2fme',
    `${UNKNOWN}%20`,
    `%7B${UNKNOWN}%7D`,
  ])('%s is refused with the same answer for the owner and a stranger [fault 57]', async (id) => {
    for (const path of ['', '/transcript', '/deliveries', '/events']) {
      const mine = await ask(`/analysis/${id}${path}`);
      const theirs = await ask(`/analysis/${id}${path}`, {}, stranger);
      await expect(mine).toAnswer(theirs.status, theirs.body);
      await expect(mine).toAnswer(422);
      expect(mine.body.detail).toMatchObject([{ type: 'uuid_parsing', loc: ['path', 'id'] }]);
    }
  });

  it('in capitals are the same id [fault 57]', async () => {
    const { body } = await submit({ contact_id: 'capitals' });
    const lower = await ask(`/analysis/${body.id}`);
    const upper = await ask(`/analysis/${body.id.toUpperCase()}`);
    await expect(upper).toAnswer(lower.status, lower.body);
    const unknown = await ask(`/analysis/${UNKNOWN}`);
    expect((await ask(`/analysis/${body.id.toUpperCase()}`, {}, stranger)).text).toBe(unknown.text);
  });

  it('%00 and a path upwards lead to no other route [fault 57]', async () => {
    for (const path of ['/analysis/..%2fusers%2fme', '/analysis/%2e%2e%2fusers%2fme', '/analysis/.%2e/.%2e/health'])
      expect([404, 422], path).toContain((await ask(path)).status);
  });
});

describe('fault 58: bytes on the wire', () => {
  /** Everything that the server sends until the connection ends or is idle. */
  async function exchange(bytes: string | Buffer, answers = 1): Promise<string> {
    const connection = await openConnection(service);
    let seen = '';
    const enough = new Promise<void>((resolve) => {
      connection.socket.on('data', (chunk) => {
        seen += chunk.toString('latin1');
        if ((seen.match(/HTTP\/1\.1 \d/g) ?? []).length >= answers && seen.endsWith('}')) resolve();
      });
    });
    await connection.write(bytes);
    await Promise.race([enough, connection.answer]);
    connection.socket.destroy();
    return connection.answer;
  }
  const statuses = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));
  const get = (path: string, headers: readonly string[] = []) =>
    `GET /api/v1${path} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${account.liveKey}\r\n${headers.map((header) => `${header}\r\n`).join('')}\r\n`;
  const SMUGGLED = 'GET /api/v1/analysis HTTP/1.1\r\nHost: x\r\n\r\n';
  const smuggle = (headers: string) =>
    `POST /api/v1/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${headers}\r\n\r\n`;

  it.each([
    ['both lengths', `${smuggle('Content-Length: 4\r\nTransfer-Encoding: chunked')}0\r\n\r\n${SMUGGLED}`],
    ['two lengths', `${smuggle('Content-Length: 2\r\nContent-Length: 40')}{}${SMUGGLED}`],
    ['a length with a sign', `${smuggle('Content-Length: +2')}{}${SMUGGLED}`],
    ['chunked twice', `${smuggle('Transfer-Encoding: chunked\r\nTransfer-Encoding: identity')}0\r\n\r\n${SMUGGLED}`],
    ['chunked in disguise', `${smuggle('Transfer-Encoding: xchunked')}0\r\n\r\n${SMUGGLED}`],
    ['a space before the colon', `${smuggle('Transfer-Encoding : chunked')}0\r\n\r\n${SMUGGLED}`],
    ['a bare line feed', `GET /api/v1/analysis HTTP/1.1\nHost: x\n\n${SMUGGLED}`],
    ['a header folded over lines', `${smuggle('X-A: a\r\n b')}${SMUGGLED}`],
    ['a chunk of wrong size', `${smuggle('Transfer-Encoding: chunked')}zz\r\n{}\r\n0\r\n\r\n${SMUGGLED}`],
    ['a NUL in a header', `GET /api/v1/analysis HTTP/1.1\r\nHost: x\r\nX-A: a\0b\r\n\r\n`],
    ['no request at all', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
  ])('%s: refused, and nothing behind it is a request of its own [fault 58]', async (_, bytes) => {
    const seen = statuses(await exchange(bytes));
    expect(seen.length, 'answers to the bytes').toBeGreaterThan(0);
    for (const status of seen)
      expect([400, 401, 422], 'the statuses that the bytes may be answered with').toContain(status);
    expect(seen.filter((status) => status === 401).length, 'answers 401, one to each request').toBeLessThanOrEqual(1);
    await expectAlive();
  });

  it('20 kB of headers are refused with 431, 200 headers are read [fault 58]', async () => {
    const long = await exchange(get('/users/me', [`X-A: ${'a'.repeat(20_000)}`]));
    expect(statuses(long), `the statuses of the answer to 20 kB of headers: ${long}`).toEqual([431]);
    const many = await exchange(
      get(
        '/users/me',
        Array.from({ length: 200 }, (_, n) => `X-H${n}: ${n}`),
      ),
    );
    expect(statuses(many), `the statuses of the answer to 200 headers: ${many}`).toEqual([200]);
  });

  it('HTTP/1.0 is answered, and without a host only where the old version needs none [fault 58]', async () => {
    const old = await exchange(`GET /api/v1/users/me HTTP/1.0\r\nX-API-Key: ${account.liveKey}\r\n\r\n`);
    expect(statuses(old), `the statuses of the answer to HTTP/1.0: ${old}`).toEqual([200]);
    const noHost = await exchange('GET /api/v1/users/me HTTP/1.1\r\n\r\n');
    expect(statuses(noHost), `the statuses of the answer to HTTP/1.1 without a host: ${noHost}`).toEqual([400]);
  });

  it('a thousand requests of two accounts down one connection: each is answered to its own caller, in order [fault 58]', async () => {
    const line = ({ liveKey }: Account) => `GET /api/v1/users/me HTTP/1.1\r\nHost: x\r\nX-API-Key: ${liveKey}\r\n\r\n`;
    let asked = Array.from({ length: 1_000 }, (_, n) => (n % 3 === 0 ? stranger : account));
    // A request that waits for a connection to Postgres for five seconds is answered with 503, as it may be on a slow machine,
    // and is sent again.
    while (asked.length > 0) {
      const text = await exchange(asked.map(line).join(''), asked.length);
      const answers = text.split(/(?=HTTP\/1\.1 \d)/);
      const told = answers.map((answer) => (statusOf(answer) === 503 ? null : /"email":"([^"]+)"/.exec(answer)?.[1]));
      const callers = asked.map(({ email }, n) => (told[n] === null ? null : email));
      expect(told, 'the callers that were told').toEqual(callers);
      const waiting = asked.filter((_, n) => told[n] === null);
      expect(waiting.length, 'requests that must be sent again').toBeLessThan(asked.length);
      asked = waiting;
    }
  });
});
