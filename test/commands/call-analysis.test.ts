// The program as the image has it: compiled, without sources, and with the packages of production alone.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, rm, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import installed from '@ffmpeg-installer/ffmpeg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMMANDS } from '../../src/commands/command-table.js';
import { type FreshDatabase, freshDatabase } from '../support/backing.js';
import { installForProduction } from '../support/production-install.js';
import { serviceEnvironment, until } from '../support/running-service.js';
import { type StripeStub, startStripeStub } from '../support/stripe-stub.js';

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
    spawn(program, words, {
      cwd: folder,
      env: { PATH: process.env.PATH, HOME: folder, NODE_ENV: 'test', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  const run = async (words: readonly string[], env: Readonly<Record<string, string>> = {}) => {
    const child = start(words, env);
    const [out, error, [code]] = await Promise.all([text(child.stdout!), text(child.stderr!), once(child, 'exit')]);
    return { code, out, error };
  };
  const onDatabase = () => ({ DATABASE_URL: database.url, DATA_DIR: join(folder, 'data') });

  it.each(COMMANDS.map(({ name }) => name))('%s --help tells how it is used', async (name) => {
    const { code, out, error } = await run([name, '--help']);
    expect({ code, error }).toEqual({ code: 0, error: '' });
    expect(out).toContain(`Usage: call-analysis ${name}`);
  });

  it('migrate makes the schema, once', async () => {
    expect(await run(['migrate'], onDatabase())).toEqual({ code: 0, out: expect.stringMatching(/^Ran /), error: '' });
    expect(await run(['migrate'], onDatabase())).toEqual({ code: 0, out: 'The schema is up to date.\n', error: '' });
  });

  it('billing:reconcile compares', async () => {
    expect(await run(['billing:reconcile'], onDatabase())).toEqual({ code: 0, out: 'Everything agrees.\n', error: '' });
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
    const recorder = `--import=${pathToFileURL(resolve('test/support/record-packages.mjs'))}`;
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
});
