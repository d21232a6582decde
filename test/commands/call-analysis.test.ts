// The program as the image has it: compiled, without sources, and with the packages of production alone. [whole]
import type { ChildProcess } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readFile, rm, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import installed from '@ffmpeg-installer/ffmpeg';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { spawnBound } from '../../bench/measure/bound-process.mjs';
import { COMMANDS } from '../../src/commands/command-table.js';
import { type FreshDatabase, freshDatabase } from '../support/apps/backing.js';
import { serviceEnvironment, until } from '../support/apps/running-service.js';
import { installForProduction } from '../support/processes/production-install.js';
import { type StripeStub, startStripeStub } from '../support/stubs/stripe-stub.js';

describe('call-analysis, on the packages of production', () => {
  let folder: string;
  let database: FreshDatabase;
  let stripe: StripeStub;
  beforeAll(async () => {
    folder = await installForProduction();
    // As on the image's PATH.
    await symlink(join(folder, 'dist/program/call-analysis.js'), join(folder, 'call-analysis'));
    // What the embedded servers need of Debian was fetched before.
    await mkdir(join(folder, '.data'));
    await symlink(resolve('.data/cache'), join(folder, '.data/cache'));
    database = await freshDatabase({ migrated: false });
    stripe = await startStripeStub();
  });
  afterAll(async () => {
    await stripe.close();
    await database.drop();
    await rm(folder, { recursive: true });
  });

  const start = (
    words: readonly string[],
    env: Readonly<Record<string, string>>,
    program = './call-analysis',
  ): ChildProcess =>
    spawnBound(program, words, {
      cwd: folder,
      env: { PATH: process.env.PATH, HOME: folder, NODE_ENV: 'test', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  const run = async (words: readonly string[], env: Readonly<Record<string, string>> = {}) => {
    const child = start(words, env);
    const [out, error, [code]] = await Promise.all([text(child.stdout!), text(child.stderr!), once(child, 'exit')]);
    return { code, out, error };
  };
  const query = async (statement: string) => {
    const client = new pg.Client(database.url);
    await client.connect();
    return client.query(statement).finally(() => client.end());
  };
  const onDatabase = () => ({ ...database.settings, DATA_DIR: join(folder, 'data') });

  it.each(COMMANDS.map(({ name }) => name))('%s --help tells how it is used', async (name) => {
    const { code, out, error } = await run([name, '--help']);
    expect({ code, error }).toEqual({ code: 0, error: '' });
    expect(out).toContain(`Usage: call-analysis ${name}`);
  });

  it('migrate makes the schema, once', async () => {
    expect(await run(['migrate'], onDatabase())).toEqual({ code: 0, out: expect.stringMatching(/^Ran /), error: '' });
    expect(await run(['migrate'], onDatabase())).toEqual({ code: 0, out: 'The schema is up to date.\n', error: '' });
  });

  describe('accounts:create', () => {
    const settings = () => ({ ...onDatabase(), REGISTRATION: 'closed', PUBLIC_URL: 'https://calls.example' });
    const create = (...words: string[]) => run(['accounts:create', ...words], settings());

    it('makes a verified account, and prints a link that sets its password for a day', async () => {
      const { code, out, error } = await create(' Ada@Example.com ');
      expect({ code, error }).toEqual({ code: 0, error: '' });
      const [, token] = /^https:\/\/calls\.example\/reset-password\?token=([\w-]{43})$/m.exec(out) ?? [];
      const { rows } = await query(
        `SELECT a.email, email_folded, email_verified_at IS NOT NULL AS verified, kind,
           round(extract(epoch FROM expires_at - now()) / 3600)::int AS hours, token_hash,
           (SELECT count(*)::int FROM subscription s WHERE s.account_id = a.id) AS plans
         FROM account a JOIN account_token t ON t.account_id = a.id WHERE email_folded = 'ada@example.com'`,
      );
      expect(rows).toEqual([
        {
          email: 'Ada@Example.com',
          email_folded: 'ada@example.com',
          verified: true,
          kind: 'reset_password',
          hours: 24,
          token_hash: createHash('sha256')
            .update(token ?? '')
            .digest(),
          plans: 1,
        },
      ]);
    });

    it.each([['ada@example.com'], ['ADA@EXAMPLE.COM'], ['ada@EXAMPLE。com']])(
      'leaves an account that there is as it is, and says so: %s',
      async (email) => {
        const before = await query(
          'SELECT a.*, t.token_hash FROM account a LEFT JOIN account_token t ON t.account_id = a.id',
        );
        const { code, out, error } = await create(email);
        expect({ code, out }).toEqual({ code: 1, out: '' });
        expect(error).toBe(`An account with the e-mail address ${email} exists already. Nothing was changed.\n`);
        const after = await query(
          'SELECT a.*, t.token_hash FROM account a LEFT JOIN account_token t ON t.account_id = a.id',
        );
        expect(after.rows).toEqual(before.rows);
      },
    );

    it('makes one account where it runs twice at once', async () => {
      const runs = await Promise.all([create('twice@example.com'), create('twice@example.com')]);
      expect(runs.map(({ code }) => code).sort()).toEqual([0, 1]);
      expect(runs.map(({ error }) => error).join('')).toMatch(/already/);
    });

    it.each([
      [[], 'Name the e-mail address of the account'],
      [['ada'], 'ada: this is not an e-mail address'],
      [['ada@@example..com'], 'this is not an e-mail address'],
      [['ada@example.com', 'bob@example.com'], 'Too many arguments: bob@example.com'],
    ])('refuses the arguments %j', async (words, said) => {
      const { code, out, error } = await create(...words);
      expect({ code, out }).toEqual({ code: 2, out: '' });
      expect(error).toContain(said);
    });
  });

  it('members:list, members:role and members:disable let an operator in where no one is', async () => {
    const operate = (...words: string[]) => run(words, { ...onDatabase(), PUBLIC_URL: 'https://calls.example' });
    await query(
      `INSERT INTO member (id, account_id, email, email_folded, role)
       SELECT gen_random_uuid(), id, name || '@example.com', name || '@example.com', 'analyst'
       FROM account, unnest('{grace,hal}'::text[]) AS name WHERE email_folded = 'ada@example.com'`,
    );
    const promoted = await operate('members:role', 'grace@example.com', 'owner');
    expect(promoted).toMatchObject({ code: 0, error: '' });
    expect(promoted.out).toMatch(/^https:\/\/calls\.example\/reset-password\?token=[\w-]{43}$/m);
    expect(await operate('members:disable', 'hal@example.com')).toMatchObject({ code: 0 });
    const { out } = await operate('members:list', 'ada@example.com');
    expect(out.replace(/ +/g, ' ')).toMatch(
      /^Account [0-9a-f-]{36}\n grace@example\.com owner active none never\n Ada@Example\.com admin active password never\n hal@example\.com analyst disabled none never\n$/,
    );
    expect(await operate('members:disable', 'grace@example.com')).toEqual({
      code: 1,
      out: '',
      error: expect.stringContaining('make another member the owner first. Nothing was changed.'),
    });
    expect(await operate('members:role', 'hal@example.com', 'king')).toMatchObject({ code: 2 });
  });

  it('billing:reconcile compares', async () => {
    expect(await run(['billing:reconcile'], onDatabase())).toEqual({ code: 0, out: 'Everything agrees.\n', error: '' });
  });

  it('statistics:reconcile compares', async () => {
    const agrees = { code: 0, out: 'Everything agrees.\n', error: '' };
    expect(await run(['statistics:reconcile'], onDatabase())).toEqual(agrees);
    const facts = 'Wrote the facts of 0 calls again.\nEverything agrees.\n';
    expect(await run(['statistics:reconcile', '--facts'], onDatabase())).toEqual({ ...agrees, out: facts });
    expect(await run(['statistics:reconcile', '--account', 'ada'], onDatabase())).toEqual({
      code: 2,
      out: '',
      error: expect.stringContaining('--account is the id of an account, not ada'),
    });
  });

  it('statistics:reconcile shows sums that are wrong, and rebuilds them', async () => {
    const account = randomUUID();
    await query(
      `INSERT INTO stat_month (account_id, livemode, is_evaluation, by_start, start, agent_id, n)
       VALUES ('${account}', true, false, false, '2026-03-01Z', 'agent-7', 3)`,
    );
    const wrong = await run(['statistics:reconcile', '--account', account], onDatabase());
    expect(wrong.code).toBe(1);
    expect(wrong.out).toContain(
      `Account ${account}, month {"livemode":true,"is_evaluation":false,"agent_id":"agent-7"`,
    );
    expect(wrong.out).toContain('  expected nothing\n  found    {"n":3,');
    const repaired = await run(['statistics:reconcile', '--repair'], onDatabase());
    expect(repaired).toEqual({ code: 1, out: expect.stringContaining(`Rebuilt the sums of ${account}.`), error: '' });
    expect((await run(['statistics:reconcile'], onDatabase())).code).toBe(0);
  });

  it('audit:verify names the first broken entry', async () => {
    const sound = { code: 0, out: 'Every entry is as it was chained.\n', error: '' };
    expect(await run(['audit:verify'], onDatabase())).toEqual(sound);
    const [account, entry] = [randomUUID(), randomUUID()];
    await query(
      `INSERT INTO account (id, email, email_folded, password_hash) VALUES ('${account}', '${account}', '${account}', 'x')`,
    );
    await query(
      `INSERT INTO audit_entry (id, account_id, livemode, actor_kind, actor_id, action, subject_type, subject_id, details,
         sequence, hash)
       VALUES ('${entry}', '${account}', true, 'service', 'service', 'search', 'account', '${account}', '{}', 1, 'x')`,
    );
    const broken = await run(['audit:verify', account], onDatabase());
    expect(broken.code).toBe(1);
    expect(broken.out).toContain(`Account ${account}: entry 1 (${entry}): The entry is not what was chained`);
    await query(`DELETE FROM account WHERE id = '${account}'`);
    expect(await run(['audit:verify'], onDatabase())).toEqual(sound);
    expect(await run(['audit:verify', 'ada'], onDatabase())).toMatchObject({ code: 2, out: '' });
  });

  it('recordings:sweep shows what the store holds', async () => {
    const { code, out, error } = await run(['recordings:sweep'], onDatabase());
    expect({ code, error }).toEqual({ code: 0, error: '' });
    expect(out).toMatch(/^Recordings +0$/m);
  });

  it('models:install names the presets for one that there is not', async () => {
    expect(await run(['models:install', 'nosuch'])).toEqual({
      code: 2,
      out: '',
      error: expect.stringMatching(/^There is no preset nosuch\.\n.*small-en.*best/s),
    });
  });

  it('stripe:setup creates what the service needs at Stripe', async () => {
    const env = { ...onDatabase(), STRIPE_SECRET_KEY: 'sk_test_stub', STRIPE_API_BASE: stripe.url };
    const { code, out, error } = await run(['stripe:setup'], { ...env, PUBLIC_URL: 'https://calls.example.org' });
    expect({ code, error }).toEqual({ code: 0, error: '' });
    expect(out).toContain('Created webhook endpoint https://calls.example.org/api/v1/webhooks/stripe\n');
  });

  it('stripe:setup names the key that is missing, in production too', async () => {
    const needed = {
      REDIS_URL: 'redis://127.0.0.1:1',
      JWT_SECRET: 'x'.repeat(48),
      PUBLIC_URL: 'https://calls.example.org',
    };
    expect(await run(['stripe:setup'], { ...onDatabase(), ...needed, NODE_ENV: 'production' })).toEqual({
      code: 1,
      out: '',
      error: 'STRIPE_SECRET_KEY is not set: there is no payment provider to set up.\n',
    });
  });

  it('demo says what a machine without the packages of development lacks', async () => {
    expect(await run(['demo', join(folder, 'package.json')], { DATA_DIR: join(folder, 'data') })).toMatchObject({
      code: 1,
      error: expect.stringMatching(/No embedded PostgreSQL is installed|No Redis could be started/),
    });
  });

  it.each([
    ['start runs the role on the command line', './call-analysis', ['start', 'api']],
    ['npm run start:api builds nothing where there are no sources', 'npm', ['run', '--silent', 'start:api']],
  ])('%s, until SIGTERM reaches the service', async (_what, program, words) => {
    const { env, rootUrl, dispose } = await serviceEnvironment({ PROCESS: 'worker' });
    const child = start(words, env, program);
    const printed = text(child.stdout!);
    const exit = once(child, 'exit');
    await until(async () => {
      expect(child.exitCode).toBeNull();
      return (await fetch(`${rootUrl}/health/live`).catch(() => null)) !== null;
    }, 'the service');
    child.kill('SIGTERM');
    expect(await exit).toEqual([0, null]);
    const output = await printed;
    expect(output).toContain('Call Analysis Service (api)');
    expect(output).toContain('SIGTERM: stopping');
    await dispose();
  });

  it('a running service loads no package twice: beside its bundle only those that the bundle leaves out', async () => {
    const packages = join(folder, 'packages.txt');
    const { env, rootUrl, dispose } = await serviceEnvironment();
    const recorder = `--import=${pathToFileURL(resolve('test/support/processes/record-packages.mjs'))}`;
    const child = start(['start'], {
      ...env,
      FFMPEG_PATH: installed.path,
      NODE_OPTIONS: recorder,
      PACKAGES_FILE: packages,
    });
    const exit = once(child, 'exit');
    await until(async () => {
      expect(child.exitCode, 'the service ended').toBeNull();
      return (await fetch(`${rootUrl}/health/live`).catch(() => null)) !== null;
    }, 'the service');
    const page = await fetch(`${rootUrl}/docs`);
    await expect(page).toAnswer(200);
    const refused = await fetch(`${rootUrl}/api/v1/auth/register`, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    });
    await expect(refused).toAnswer(422);
    child.kill('SIGTERM');
    await exit;
    const loaded = [...new Set((await readFile(packages, 'utf8')).trim().split('\n'))].sort();
    expect(loaded, 'packages loaded from node_modules').toEqual([
      '@opentelemetry/api',
      'swagger-ui-dist',
      'vader-sentiment',
    ]);
    await dispose();
  });

  it('a running service shows its queues to operators', async () => {
    const { env, rootUrl, dispose } = await serviceEnvironment({
      OPERATIONS_TOKEN: 'token-of-the-operators-0123456789',
    });
    const child = start(['start'], { ...env, FFMPEG_PATH: installed.path });
    const exit = once(child, 'exit');
    await until(async () => {
      expect(child.exitCode, 'the service ended').toBeNull();
      return (await fetch(`${rootUrl}/health/live`).catch(() => null)) !== null;
    }, 'the service');
    const headers = { authorization: `Bearer ${env.OPERATIONS_TOKEN}` };
    const page = await fetch(`${rootUrl}/internal/queues`, { headers });
    await expect(page).toAnswer(200);
    const counts = await fetch(`${rootUrl}/internal/queues/api/queues`, { headers });
    await expect(counts).toAnswer(200);
    expect(await counts.json()).toMatchObject({
      queues: expect.arrayContaining([expect.objectContaining({ name: 'calls' })]),
    });
    child.kill('SIGTERM');
    await exit;
    await dispose();
  });
});
