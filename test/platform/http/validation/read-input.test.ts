import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshRedis } from '../../../support/apps/backing.js';
import { type PlatformApp, postJson, startPlatformApp } from '../../../support/apps/platform-app.js';
import { answerTo } from '../../../support/matchers/answers.js';

let service: PlatformApp;
beforeAll(async () => {
  service = await startPlatformApp(await freshRedis());
});
afterAll(() => service.close());

const GOOD = { name: 'me', email: 'A@example.com', password: 'long enough' };

async function create(body: unknown) {
  const response = await postJson(`${service.url}/api/v1/things`, body);
  const json: { body: Record<string, unknown>; detail: unknown } = JSON.parse(await response.text());
  return answerTo('POST /things', { status: response.status, ...json });
}

const query = async (text: string) => {
  const response = await fetch(`${service.url}/api/v1/things?${text}`);
  const json: { detail?: unknown } = JSON.parse(await response.text());
  return answerTo(`GET /things?${text}`, { status: response.status, body: json });
};

describe('a request body', () => {
  it('is trimmed, completed with defaults and freed of unknown members', async () => {
    const answer = await create({ ...GOOD, name: ' me ', email: ' A@example.com ', unknown: 1 });
    await expect(answer).toAnswer(201, { ...GOOD, flag: true, mode: 'live', some: ['a'] });
  });

  it('with null for an optional member counts as not given', async () => {
    const answer = await create({
      ...GOOD,
      phone: null,
      count: null,
      flag: null,
      mode: null,
      metadata: null,
    });
    await expect(answer).toAnswer(201);
    expect(answer.body).toMatchObject({ phone: null, count: null, flag: true, mode: 'live', metadata: null });
  });

  it('reports every missing field at once', async () => {
    const answer = await create({});
    await expect(answer).toAnswer(422);
    expect(answer.detail).toEqual(
      ['name', 'email', 'password'].map((field) => ({ type: 'missing', loc: ['body', field], msg: 'Field required' })),
    );
  });

  it.each([[[]], ['"text"'], [7], [null]])('that is %j and not an object is 422', async (body) => {
    const answer = await create(body);
    await expect(answer).toAnswer(422);
    expect(answer.detail).toEqual(
      body === null
        ? expect.arrayContaining([expect.objectContaining({ type: 'missing' })])
        : [{ type: 'dict_type', loc: ['body'], msg: 'Input should be a valid dictionary' }],
    );
  });

  it.each([
    ['name', null, 'string_type', 'Input should be a valid string'],
    ['name', 7, 'string_type', 'Input should be a valid string'],
    ['name', '', 'string_too_short', 'String should have at least 1 character'],
    ['name', '   ', 'string_too_short', 'String should have at least 1 character'],
    ['name', 'abcdef', 'string_too_long', 'String should have at most 5 characters'],
    ['email', 'nobody', 'value_error', 'Value error, this is not an e-mail address'],
    ['email', 'ada@example.com,x.y', 'value_error', 'Value error, this is not an e-mail address'],
    ['phone', '049', 'string_pattern_mismatch', "String should match pattern '^\\+\\d+$'"],
    ['count', 0, 'greater_than_equal', 'Input should be greater than or equal to 1'],
    ['count', 11, 'less_than_equal', 'Input should be less than or equal to 10'],
    ['count', 1.5, 'int_type', 'Input should be a valid integer'],
    ['count', true, 'int_type', 'Input should be a valid integer'],
    ['count', 'x', 'int_parsing', 'Input should be a valid integer, unable to parse string as an integer'],
    ['minutes', 'x', 'float_parsing', 'Input should be a valid number, unable to parse string as a number'],
    ['minutes', 1.005, 'value_error', 'Value error, at most 2 decimals are taken'],
    ['flag', 'maybe', 'bool_parsing', 'Input should be a valid boolean, unable to interpret input'],
    ['mode', 'x', 'enum', "Input should be 'live' or 'test'"],
    ['some', 7, 'list_type', 'Input should be a valid list'],
    ['ref', 'x', 'uuid_parsing', 'Input should be a valid UUID, unable to parse string as a UUID'],
  ])('%s: %j is %s', async (field, value, type, msg) => {
    const answer = await create({ ...GOOD, [field]: value });
    await expect(answer).toAnswer(422);
    expect(answer.detail).toEqual([{ type, loc: ['body', field], msg, input: value }]);
  });

  it('counts code points', async () => {
    await expect(await create({ ...GOOD, name: '😀😀😀😀😀' })).toAnswer(201);
    await expect(await create({ ...GOOD, name: '😀😀😀😀😀😀' })).toAnswer(422);
  });

  it('never repeats a secret or an address', async () => {
    const { detail } = await create({ ...GOOD, password: 'hunter2', webhook_url: 'https://user:pw@example.com/' });
    expect(JSON.stringify(detail)).not.toMatch(/hunter2|pw@/);
    expect(detail, 'faults of the password and the URL').toHaveLength(2);
  });

  it.each(['ftp://example.com', 'nonsense', '/relative', 'javascript:alert(1)'])('refuses the URL %s', async (url) => {
    const { detail } = await create({ ...GOOD, webhook_url: url });
    expect(detail).toMatchObject([{ type: 'url_parsing', loc: ['body', 'webhook_url'] }]);
  });

  it('names the path into lists and nested objects', async () => {
    const { detail } = await create({ ...GOOD, some: ['a', 'x'], inner: { code: 'abcd' } });
    expect(detail).toEqual([
      { type: 'enum', loc: ['body', 'some', '1'], msg: "Input should be 'a', 'b' or 'c'", input: 'x' },
      {
        type: 'string_too_long',
        loc: ['body', 'inner', 'code'],
        msg: 'String should have at most 3 characters',
        input: 'abcd',
      },
    ]);
    expect((await create({ ...GOOD, inner: {} })).detail).toEqual([
      { type: 'missing', loc: ['body', 'inner', 'code'], msg: 'Field required' },
    ]);
    expect((await create({ ...GOOD, some: 'a, b' })).body.some).toEqual(['a', 'b']);
  });

  it('refuses NUL characters and lone surrogates in every field', async () => {
    const nul = 'Value error, text must not contain a NUL character';
    const half = 'Value error, text must be valid Unicode';
    const body = `{"name":"a\\u0000","email":"a@example.com","password":"long\\ud800enough","some":["\\u0000"],"metadata":{"k\\u0000":1}}`;
    const answer = await create(body);
    await expect(answer).toAnswer(422);
    expect(answer.detail).toEqual(
      expect.arrayContaining([
        { type: 'value_error', loc: ['body', 'name'], msg: nul },
        { type: 'value_error', loc: ['body', 'password'], msg: half },
        { type: 'value_error', loc: ['body', 'some'], msg: nul },
        { type: 'value_error', loc: ['body', 'metadata', 'k\0'], msg: nul },
      ]),
    );
    expect(answer.detail, 'faults of four fields').toHaveLength(4);
    await expect(await create({ ...GOOD, name: '𝒳é' })).toAnswer(201);
  });

  it('is checked for classes with nothing but class-validator decorators', async () => {
    const response = await postJson(`${service.url}/api/v1/things/class-validator`, { number: 'x' });
    expect(await response.json()).toEqual({
      detail: [
        { type: 'missing', loc: ['body', 'text'], msg: 'Field required' },
        { type: 'int_type', loc: ['body', 'number'], msg: 'Input should be a valid integer', input: 'x' },
      ],
    });
  });
});

describe('a query', () => {
  it('has defaults and turns text into numbers', async () => {
    expect((await query('limit=1000')).body).toEqual({ skip: 0, limit: 1000 });
    expect((await query('skip=99999999999999999999')).body).toMatchObject({ skip: Number.MAX_SAFE_INTEGER });
  });

  it.each([
    ['limit=0', 'greater_than_equal', 'Input should be greater than or equal to 1', '0'],
    ['limit=1001', 'less_than_equal', 'Input should be less than or equal to 1000', '1001'],
    ['limit=1e2', 'int_parsing', 'Input should be a valid integer, unable to parse string as an integer', '1e2'],
    ['limit=', 'int_parsing', 'Input should be a valid integer, unable to parse string as an integer', ''],
    ['skip=-1', 'greater_than_equal', 'Input should be greater than or equal to 0', '-1'],
    ['status_filter=x', 'enum', "Input should be 'processing', 'completed' or 'failed'", 'x'],
  ])('%s is %s', async (text, type, msg, input) => {
    const answer = await query(text);
    await expect(answer).toAnswer(422);
    expect(answer.body.detail).toEqual([{ type, loc: ['query', text.split('=')[0]], msg, input }]);
  });

  it('refuses a repeated parameter and an unknown one', async () => {
    expect((await query('limit=1&limit=2')).body.detail).toMatchObject([
      { type: 'int_parsing', loc: ['query', 'limit'] },
    ]);
    expect((await query('limit[a]=1&what=ever&__proto__=x')).body.detail).toMatchObject(
      ['limit[a]', 'what', '__proto__'].map((name) => ({ type: 'extra_forbidden', loc: ['query', name] })),
    );
  });
});
