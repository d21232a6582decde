// What an account has masked in its calls: who may read and set it, and every fault of it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REDACTION_COUNTRIES, REDACTION_TYPES } from '../../src/ports/redaction.js';
import { type Account, startTestService, type TestService } from '../support/apps/running-service.js';
import { type Ask, askAs } from '../support/clients/interface-client.js';

const PATH = '/settings/redaction';
const DEFAULTS = {
  object: 'redaction_settings',
  mode: 'off',
  types: [],
  countries: ['US', 'GB', 'DE'],
  custom: [],
  replacement: 'label',
  audio: 'tone',
  original_recording: 'keep',
};
const POLICY = { key: 'policy_number', label: 'Policy number', patterns: ['policy ~3 #'] };
const PCI = ['card_number', 'card_security_code', 'card_expiry', 'password_or_pin'];

let service: TestService;
const lines: string[] = [];
let account: Account;
let ask: Ask;

beforeAll(async () => {
  // No worker runs, so that submitted calls keep their state.
  service = await startTestService({ PROCESS: 'api' }, (line) => lines.push(line));
  account = await service.openAccount();
  ask = askAs(service, account);
});
afterAll(() => service?.stop());

const set = (json: object, as = ask) => as(PATH, { method: 'PUT', json });
const keyWith = async (json: object, as = ask): Promise<{ id: string; key: string }> =>
  (await as('/api-keys', { json: { name: 'Key', ...json } })).body;
const value = (loc: readonly string[], reason: string, more = {}) => ({
  type: 'value_error',
  loc: ['body', ...loc],
  msg: `Value error, ${reason}`,
  ...more,
});
const oneOf = (values: readonly string[]) => {
  const quoted = values.map((each) => `'${each}'`);
  return `Input should be ${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`;
};

describe('GET and PUT /settings/redaction', () => {
  it('says off of an account that has set nothing', async () => {
    const answer = await ask(PATH, { credential: account.liveKey });
    await expect(answer).toAnswer(200, DEFAULTS);
  });

  it('replaces the whole settings: what is left out gets its default', async () => {
    const all = {
      mode: 'text_and_audio',
      types: ['email', 'card_number', 'email'],
      countries: ['DE', 'US'],
      custom: [POLICY],
      replacement: 'mask',
      audio: 'silence',
      original_recording: 'delete',
    };
    const kept = { object: 'redaction_settings', ...all, types: ['card_number', 'email'], countries: ['US', 'DE'] };
    await expect(await set(all)).toAnswer(200, kept);
    await expect(await ask(PATH)).toAnswer(200, kept);
    await expect(await set({ mode: 'text', custom: [POLICY] })).toAnswer(200, {
      ...DEFAULTS,
      mode: 'text',
      custom: [POLICY],
    });
    await expect(await set({})).toAnswer(200, DEFAULTS);
    await expect(await ask(PATH)).toAnswer(200, DEFAULTS);
  });

  it.each([
    ['pci', PCI],
    ['pii', REDACTION_TYPES],
  ])('takes the preset %s', async (preset, types) => {
    const settings = { ...DEFAULTS, mode: 'text_and_audio', types, original_recording: 'delete' };
    await expect(await set({ preset })).toAnswer(200, settings);
    await expect(await ask(PATH)).toAnswer(200, settings);
  });

  it('belongs to one account', async () => {
    await set({ preset: 'pci' });
    const stranger = askAs(service, await service.openAccount());
    await expect(await stranger(PATH)).toAnswer(200, DEFAULTS);
    await expect(await set({ preset: 'pii' }, stranger)).toAnswer(200);
    expect((await ask(PATH)).body.types).toEqual(PCI);
  });

  it('goes with the account', async () => {
    const { email, password, accessToken } = await service.openAccount();
    const other = askAs(service, { email, password, accessToken, liveKey: '' });
    await set({ preset: 'pci' }, other);
    const count = async () => Number((await service.db.query('SELECT count(*) FROM redaction_settings')).rows[0].count);
    const before = await count();
    await expect(await other('/users/me', { method: 'DELETE', json: { current_password: password } })).toAnswer(200);
    expect(await count()).toBe(before - 1);
  });

  it('logs who changed it in which request, and no pattern', async () => {
    const key = await keyWith({ scopes: ['settings:write'] });
    const response = await fetch(`${service.baseUrl}${PATH}`, {
      method: 'PUT',
      headers: { 'x-api-key': key.key, 'x-request-id': 'change-1', 'content-type': 'application/json' },
      body: JSON.stringify({ mode: 'text', custom: [{ ...POLICY, patterns: ['canary ~3 #'] }] }),
    });
    await expect(response).toAnswer(200);
    const logged = lines
      .map((line) => JSON.parse(line))
      .filter((line) => line.msg.startsWith('Changed what is masked'));
    expect(logged.at(-1)).toMatchObject({
      request_id: 'change-1',
      principal_kind: 'key',
      principal_id: key.id,
      mode: 'text',
      types: [],
      custom_types: 1,
    });
    expect(lines.join('')).not.toContain('canary');
  });
});

describe('who may set it', () => {
  it('no key that did not ask for the scope by name', async () => {
    const { key } = await keyWith({});
    const refused = await ask(PATH, { method: 'PUT', json: { preset: 'pci' }, credential: key });
    await expect(refused).toAnswer(403, { detail: 'API key lacks the scope settings:write' });
    await expect(await ask(PATH, { credential: key })).toAnswer(200);
  });

  it('a key with the scope, which alone does not read it', async () => {
    const { key } = await keyWith({ scopes: ['settings:write'] });
    await expect(await ask(PATH, { method: 'PUT', json: { preset: 'pci' }, credential: key })).toAnswer(200);
    const refused = await ask(PATH, { credential: key });
    await expect(refused).toAnswer(403, { detail: 'API key lacks the scope analysis:read' });
  });

  it('no test key, since live calls are masked by it too', async () => {
    const { key } = await keyWith({ mode: 'test', scopes: ['settings:write'] });
    const refused = await ask(PATH, { method: 'PUT', json: { mode: 'off' }, credential: key });
    await expect(refused).toAnswer(403, { detail: 'A test key cannot change live objects' });
  });
});

const named = (count: number, patterns: readonly string[]) =>
  Array.from({ length: count }, (_, at) => ({ key: `type_${at}`, label: 'Type', patterns }));
const pattern = (...path: string[]) => ['custom', '0', 'patterns', ...path];
const withPattern = (...patterns: string[]) => ({ mode: 'text', custom: [{ ...POLICY, patterns }] });
const ON = { mode: 'text', types: ['email'] };

describe('a fault of the settings', () => {
  const faults: [string, object, readonly object[]][] = [
    ['an unknown mode', { mode: 'on' }, [{ type: 'enum', loc: ['body', 'mode'], input: 'on' }]],
    ['an unknown preset', { preset: 'hipaa' }, [{ type: 'enum', loc: ['body', 'preset'], msg: oneOf(['pci', 'pii']) }]],
    [
      'a preset beside other members',
      { preset: 'pci', mode: 'off' },
      [value(['preset'], 'a preset stands in place of all other members', { input: 'pci' })],
    ],
    [
      'an unknown type',
      { mode: 'text', types: ['email', 'iban'] },
      [{ type: 'enum', loc: ['body', 'types', '1'], msg: oneOf(REDACTION_TYPES), input: 'iban' }],
    ],
    [
      'an unknown country',
      { ...ON, countries: ['FR'] },
      [{ type: 'enum', loc: ['body', 'countries', '0'], msg: oneOf(REDACTION_COUNTRIES), input: 'FR' }],
    ],
    ['an unknown replacement', { replacement: 'x' }, [{ type: 'enum', loc: ['body', 'replacement'] }]],
    ['an unknown sound', { audio: 'beep' }, [{ type: 'enum', loc: ['body', 'audio'] }]],
    [
      'an unknown end of originals',
      { original_recording: 'drop' },
      [{ type: 'enum', loc: ['body', 'original_recording'] }],
    ],
    ...['off', 'text', undefined].map((mode): [string, object, object[]] => [
      `deleted originals with the mode ${mode}`,
      { ...ON, mode, original_recording: 'delete' },
      [value(['original_recording'], 'delete needs the mode text_and_audio', { input: 'delete' })],
    ]),
    [
      'a mode that masks nothing',
      { mode: 'text_and_audio' },
      [value(['types'], 'nothing would be masked: give a type or a custom one')],
    ],
    ['types that are no list', { types: 'email' }, [{ type: 'list_type', loc: ['body', 'types'] }]],
    [
      'members that it does not know, at any depth',
      { ...ON, original_recordings: 'delete', custom: [{ ...POLICY, pattern: 'x' }] },
      [
        { type: 'extra_forbidden', loc: ['body', 'original_recordings'], msg: 'Extra inputs are not permitted' },
        { type: 'extra_forbidden', loc: ['body', 'custom', '0', 'pattern'] },
      ],
    ],
    [
      'one custom type too many',
      { mode: 'text', custom: named(21, ['a']) },
      [value(['custom'], 'at most 20 are taken')],
    ],
    [
      'one pattern too many in all',
      { mode: 'text', custom: named(17, ['a', 'b', 'c']) },
      [value(['custom'], 'at most 50 patterns are taken in all')],
    ],
    [
      'a key that is a type, and one that stands twice',
      { mode: 'text', custom: [{ ...POLICY, key: 'email' }, POLICY, POLICY] },
      [
        value(['custom', '0', 'key'], 'a type has this name'),
        value(['custom', '2', 'key'], 'another custom type has this key'),
      ],
    ],
    [
      'keys that are none',
      { mode: 'text', custom: ['Policy', '1st', 'a'.repeat(65), ''].map((key) => ({ ...POLICY, key })) },
      [0, 1, 2]
        .map((at) => ({ type: 'string_pattern_mismatch', loc: ['body', 'custom', String(at), 'key'] }))
        .concat({
          type: 'string_too_short',
          loc: ['body', 'custom', '3', 'key'],
        }),
    ],
    [
      'labels that are too short and too long',
      {
        mode: 'text',
        custom: [
          { ...POLICY, label: ' ' },
          { ...POLICY, key: 'b', label: 'x'.repeat(101) },
        ],
      },
      [
        { type: 'string_too_short', loc: ['body', 'custom', '0', 'label'] },
        { type: 'string_too_long', loc: ['body', 'custom', '1', 'label'] },
      ],
    ],
    [
      'what a custom type needs',
      { mode: 'text', custom: [{}] },
      ['key', 'label', 'patterns'].map((name) => ({ type: 'missing', loc: ['body', 'custom', '0', name] })),
    ],
    [
      'a custom type without patterns',
      { mode: 'text', custom: [{ ...POLICY, patterns: [] }] },
      [value(pattern(), 'at least 1 must be given')],
    ],
    [
      'patterns that are not well formed',
      withPattern('policy ~3 #', '(a', '~3 a', 'A'),
      [
        value(pattern('1'), '"(a" has a bracket too many or too few', { input: '(a' }),
        value(pattern('2'), 'Pattern "~3 a" must begin with a required word', { input: '~3 a' }),
        value(pattern('3'), '"A" is not a pattern element', { input: 'A' }),
      ],
    ],
    [
      'a pattern that is too long',
      withPattern('a'.repeat(201)),
      [{ type: 'string_too_long', loc: ['body', ...pattern('0')] }],
    ],
  ];
  it.each(faults)('%s', async (_, json, items) => {
    await set({ preset: 'pci' });
    const answer = await set(json);
    await expect(answer).toAnswer(422, { detail: items.map((item) => expect.objectContaining(item)) });
    expect(answer.headers.get('x-ignored-fields'), 'members that were ignored').toBeNull();
    expect((await ask(PATH)).body.types, 'what it was before').toEqual(PCI);
  });
});
