// One mailbox is one account, however its domain is written; and what can be no mailbox is no account.
// cspell:disable -- domains of many scripts, and their ASCII forms
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FIRST_RELEASE, migrateAs } from '../../../bench/measure/earlier-migrations.mjs';
import { migrate } from '../../../src/platform/database/migrate.js';
import { freshDatabase } from '../../support/apps/backing.js';
import { IdentityApp, PASSWORD } from '../../support/apps/identity-app.js';

let app: IdentityApp;
beforeAll(async () => {
  app = await IdentityApp.start();
});
beforeEach(() => app.forgetAll());
afterAll(async () => {
  await app.stop();
});

const TAKEN = { detail: 'An account with this email already exists' };
const logIn = (email: string, password = PASSWORD) => app.send('POST', '/auth/login', { body: { email, password } });

/** Spellings of one domain: the label in three forms, upper case, an ideographic full stop, wide letters, old punycode. */
const SPELLINGS: readonly (readonly [string, string])[] = [
  ['bücher', 'xn--bcher-kva'],
  ['xn--bcher-kva', 'bücher'],
  ['BÜCHER', 'XN--BCHER-KVA'],
  ['bu\u0308cher', 'bücher'],
  ['ｂücher', 'Xn--Bcher-Kva'],
  ['例え', 'xn--r8jz45g'],
  ['xn--e1afmkfd', 'ПРИМЕР'],
  ['straße', 'xn--strae-oqa'],
  ['مثال', 'xn--mgbh0fb'],
];

describe('one mailbox with a domain of other letters', () => {
  it.each(SPELLINGS)('is one account, whichever spelling comes first: %s, %s', async (first, second) => {
    const zone = `${randomUUID().slice(0, 8)}.example`;
    await expect(await app.register(`ada@${first}.${zone}`)).toAnswer(201);
    for (const again of [`ada@${second}.${zone}`, `ADA@${second.toUpperCase()}.${zone}`, `ada@${first}.${zone}`])
      await expect(await app.register(again)).toAnswer(400, TAKEN);
    await expect(await app.register(`ada@${second}。${zone}`)).toAnswer(400, TAKEN);
    await expect(await app.register(`bob@${second}.${zone}`)).toAnswer(201);
  });

  it('keeps domains apart that look alike and are not one', async () => {
    for (const domain of ['strasse.example', 'straße.example', 'bucher.example', 'bücher2.example'])
      await expect(await app.register(`eve@${domain}`)).toAnswer(201);
  });

  it('is one of many simultaneous registrations', async () => {
    const spellings = [
      'ada@müller.example',
      'ada@xn--mller-kva.example',
      'ada@MÜLLER.example',
      'ada@mu\u0308ller.example',
    ];
    await expect(await Promise.all(spellings.map((email) => app.register(email)))).toAnswerInAnyOrder([
      201, 400, 400, 400,
    ]);
  });

  it('is let in, mailed and reset by either spelling, and keeps the one of its registration', async () => {
    const registered = 'ada@köln.example';
    const other = 'Ada@xn--kln-sna.example';
    await app.register(registered);
    await expect(await app.send('POST', '/auth/verify-email/resend', { body: { email: other } })).toAnswer(200);
    // As mail servers know the domain.
    const mailbox = 'ada@xn--kln-sna.example';
    const token = await app.mailedToken(mailbox);
    await expect(await app.send('POST', '/auth/verify-email', { body: { token } })).toAnswer(200);
    for (const email of [registered, other, 'ada@KÖLN.example.', 'ada@xn--kln-sna.example.'])
      await expect(await logIn(email)).toAnswer(200);
    const form = new URLSearchParams({ grant_type: 'password', username: other, password: PASSWORD });
    await expect(await app.send('POST', '/auth/token', { body: form })).toAnswer(200);
    await expect(await app.send('POST', '/auth/password-reset', { body: { email: other } })).toAnswer(200);
    const links = await app.links(mailbox);
    expect(links.map(({ pathname }) => pathname)).toEqual(['/verify-email', '/verify-email', '/reset-password']);
    const me = await app.send('GET', '/users/me', { token: (await app.logIn(other)).access });
    expect(me.body.email).toBe(registered);
  });

  it('is no new address of another account, and no password', async () => {
    await app.register('ada@tübingen.example');
    const { access: token } = await app.account('bob@example.com');
    const put = (body: object) =>
      app.send('PUT', '/users/me', { token, body: { current_password: PASSWORD, ...body } });
    await expect(await put({ email: 'ada@xn--tbingen-n2a.example' })).toAnswer(400, TAKEN);
    await expect(
      await app.send('POST', '/auth/register', {
        body: { email: 'eve@düren.example', password: 'eve@xn--dren-0ra.example' },
      }),
    ).toAnswer(422);
  });
});

describe('accounts from before domains were compared in their ASCII form', () => {
  it('are found by either spelling, and two of one mailbox each by its own', async () => {
    const database = await freshDatabase({ migrated: false });
    await migrateAs(database.directUrl, FIRST_RELEASE);
    const client = new pg.Client({ connectionString: database.directUrl });
    await client.connect();
    try {
      const emails = ['ada@bücher.example', 'ada@xn--bcher-kva.example', 'bob@bücher.example', 'Jörg@example.com'];
      for (const email of emails)
        await client.query(
          `INSERT INTO account (id, email, email_folded, password_hash) VALUES (gen_random_uuid(), $1, lower($1), 'x')`,
          [email],
        );
      await migrate(database.directUrl);
      const { rows } = await client.query<{ email: string; folded: string }>(
        'SELECT email, email_folded AS folded FROM account',
      );
      expect(Object.fromEntries(rows.map(({ email, folded }) => [email, folded]))).toEqual({
        'ada@bücher.example': 'ada@bücher.example',
        'ada@xn--bcher-kva.example': 'ada@xn--bcher-kva.example',
        'bob@bücher.example': 'bob@xn--bcher-kva.example',
        'Jörg@example.com': 'jörg@example.com',
      });
    } finally {
      await client.end();
      await database.drop();
    }
  });

  it('that are two of one mailbox log in by the spelling of each, and no third one registers', async () => {
    const zone = `${randomUUID().slice(0, 8)}.example`;
    const [letters, ascii] = [`ada@bücher.${zone}`, `ada@xn--bcher-kva.${zone}`];
    await app.account('first@example.com');
    await app.account('second@example.com');
    const rename = (from: string, email: string) =>
      app.database.query('UPDATE account SET email = $2, email_folded = lower($2) WHERE email = $1', [from, email]);
    await rename('first@example.com', letters);
    await rename('second@example.com', ascii);
    for (const email of [letters, ascii]) {
      const { body } = await logIn(email);
      const me = await app.send('GET', '/users/me', { token: body.access_token });
      expect(me.body.email, 'the account that an address opens').toBe(email);
    }
    await expect(await app.register(letters)).toAnswer(400, TAKEN);
    await expect(await app.register(ascii)).toAnswer(400, TAKEN);
    await expect(await app.register(`ada@BÜCHER.${zone}`)).toAnswer(400, TAKEN);
  });
});

describe('what can be no address', () => {
  const LONG_LABEL = 'a'.repeat(64);
  const IMPOSSIBLE: readonly (readonly [string, string])[] = [
    ['two dots in a row', 'ada..lovelace@example.com'],
    ['a dot first', '.ada@example.com'],
    ['a dot last', 'ada.@example.com'],
    ['wide dots in a row', 'ada．．l@example.com'],
    ['65 characters before the @', `${'a'.repeat(65)}@example.com`],
    ['255 characters', `ada@${`${'a'.repeat(61)}.`.repeat(4)}com`],
    ['255 characters once the domain is ASCII', `ada@${`${'ü'.repeat(56)}.`.repeat(4)}example`],
    ['a label of 64', `ada@${LONG_LABEL}.com`],
    ['a label of 64 once it is ASCII', `ada@${'ü'.repeat(60)}ä.com`],
    ['an empty label', 'ada@example..com'],
    ['an empty first label', 'ada@.example.com'],
    ['an empty last label', 'ada@example.com.'],
    ['a hyphen first in a label', 'ada@-example.com'],
    ['a hyphen last in a label', 'ada@example-.com'],
    ['a mark from right to left', 'ada\u200f@example.com'],
    ['a mark from left to right', '\u200eada@example.com'],
    ['an override of direction', 'ada\u202emoc.elpmaxe@example.com'],
    ['an isolate of direction', 'ada@exam\u2066ple.com'],
    ['an Arabic letter mark', 'ada\u061c@example.com'],
    ['a space of no width', 'a\u200bda@example.com'],
    ['a joiner of no width', 'a\u200dda@example.com'],
    ['a non-joiner in the domain', 'ada@exa\u200cmple.com'],
    ['a byte order mark', 'a\ufeffda@example.com'],
    ['a word joiner', 'a\u2060da@example.com'],
    ['a soft hyphen', 'ada@exam\u00adple.com'],
    ['a variation selector', 'ada\ufe0f@example.com'],
    ['a Hangul filler', 'a\u3164da@example.com'],
    ['a tag character', 'a\u{e0061}da@example.com'],
    ['a blank Braille pattern', 'a\u2800da@example.com'],
    ['a control character', 'a\u0007da@example.com'],
    ['a C1 control character', 'a\u0085da@example.com'],
    ['DEL', 'a\u007fda@example.com'],
    ['a line break', 'ada\n@example.com'],
    ['a blank', 'ada lovelace@example.com'],
    ['a no-break space', 'ada\u00a0l@example.com'],
    ['a blank in the domain', 'ada@exam ple.com'],
    ['a line separator', 'ada\u2028l@example.com'],
    ['no @', 'ada.example.com'],
    ['two @', 'ada@lovelace@example.com'],
    ['a wide @ beside the other', 'ada＠lovelace@example.com'],
    ['nothing before the @', '@example.com'],
    ['a domain of one label', 'ada@example'],
    ['an address in brackets', 'ada@[192.0.2.1]'],
    ['an IPv4 address', 'ada@192.0.2.1'],
    ['a domain of digits', 'ada@example.123'],
    ['a path', 'ada@example.com/x'],
    ['a query', 'ada@example.com?x'],
    ['a fragment', 'ada@example.com#x'],
    ['a port', 'ada@example.com:25'],
    ['a percent escape', 'ada@%65xample.com'],
    ['a backslash', 'ada@example.com\\x'],
    ['punycode of nothing', 'ada@xn--a.example'],
    ['punycode of a joiner', 'ada@xn--ab-j1t.example'],
    ['a quoted local part', '"ada lovelace"@example.com'],
    ['a quoted local part without a blank', '"ada"@example.com'],
    ['a comment', 'ada(work)@example.com'],
    ['a name beside it', 'Ada <ada@example.com>'],
    ['two addresses', 'ada@example.com,bob@example.com'],
    ['half of a surrogate pair', 'ada\ud83d@example.com'],
  ];

  it.each(IMPOSSIBLE)('registers nobody, changes no account and is mailed nothing: %s', async (_what, email) => {
    await expect(await app.send('POST', '/auth/register', { body: { email, password: PASSWORD } })).toAnswer(422);
    for (const path of ['/auth/verify-email/resend', '/auth/password-reset'])
      await expect(await app.send('POST', path, { body: { email } })).toAnswer(422);
    const refused = await logIn(email);
    expect([401, 422], `log-in answered ${refused.status}`).toContain(refused.status);
  });

  it('is no new address of an account', async () => {
    const { access: token } = await app.account('changes@example.com');
    for (const [what, email] of IMPOSSIBLE) {
      const body = { email, current_password: PASSWORD };
      const { status } = await app.send('PUT', '/users/me', { token, body });
      expect(status, what).toBe(422);
    }
  });

  it('says what is wrong, where that helps', async () => {
    const say = async (email: string) => (await app.register(email)).body.detail[0].msg;
    expect(await say(`${'a'.repeat(65)}@example.com`)).toBe(
      'Value error, at most 64 characters may stand before the @ of an e-mail address',
    );
    expect(await say('ada\u200b@example.com')).toBe(
      'Value error, an e-mail address must not contain invisible characters',
    );
    expect(await say('ada..l@example.com')).toBe('Value error, this is not an e-mail address');
  });

  it.each([
    `${'a'.repeat(64)}@example.com`,
    `ada@${'a'.repeat(63)}.example`,
    `ada@${`${'a'.repeat(61)}.`.repeat(3)}${'b'.repeat(59)}.com`,
    "o'brien+tag/x=y!#$%&*{}|~^`?_-@example.com",
    'Jörg.Müller@bücher.example',
    'π@example.com',
    '用户@例え.jp',
    'ada@mail.example.co.uk',
    'ada@1.example.com',
    'ada@a_b.example.com',
    'ada@xn--bcher-kva.example.org',
    '1@2.example',
  ])('does not keep out what can be one: %s', async (email) => {
    await expect(await app.register(email)).toAnswer(201);
  });
});
