// Builds the production image, and runs two API processes and a worker in it, as docker/ deploys them.
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { CallAnalysis } from '../../clients/typescript/src/index.js';
import { type FreshDatabase, freshDatabase, freshRedis } from '../support/apps/backing.js';
import { finalAnalysis, PARTIES, until } from '../support/apps/running-service.js';
import { concat, encodeAs, NINE_FORMATS, silence, voice, wav } from '../support/audio/audio-fixtures.js';
import { checkedClient } from '../support/clients/checked-client.js';
import {
  type BuiltImage,
  buildImage,
  type Container,
  startContainer,
  whyNoImage,
} from '../support/processes/container-image.js';
import { freePort } from '../support/processes/free-port.js';
import { type S3Stub, startS3Stub } from '../support/stubs/s3-stub.js';
import { type SmtpStub, startSmtpStub } from '../support/stubs/smtp-stub.js';

const MAX_IMAGE_BYTES = 700e6;
/** `stop_grace_period` of the compose file, which is shorter than that of the manifests. */
const GRACE_MS = 35_000;

const lockFile = z.object({ packages: z.record(z.string(), z.looseObject({ dev: z.boolean().optional() })) });
const manifest = z.object({ dependencies: z.record(z.string(), z.string()) });

const obstacle = whyNoImage();
if (obstacle !== null) console.warn(`The image is not built: ${obstacle}`);

describe.skipIf(obstacle !== null)('the image', () => {
  let image: BuiltImage;
  let database: FreshDatabase;
  let s3: S3Stub;
  let smtp: SmtpStub;
  let env: Record<string, string>;
  const containers: Container[] = [];

  beforeAll(async () => {
    image = await buildImage();
    database = await freshDatabase({ migrated: false });
    s3 = await startS3Stub();
    smtp = await startSmtpStub();
    env = {
      DATABASE_URL: database.url,
      REDIS_URL: await freshRedis(),
      JWT_SECRET: randomBytes(48).toString('base64'),
      PUBLIC_URL: 'http://127.0.0.1:3000',
      REQUIRE_HTTPS: 'false',
      S3_BUCKET: s3.bucket,
      S3_ENDPOINT: s3.endpoint,
      // The same server by another name, as a proxy would have.
      S3_PUBLIC_ENDPOINT: s3.endpoint.replace('127.0.0.1', 'localhost'),
      S3_FORCE_PATH_STYLE: 'true',
      AWS_ACCESS_KEY_ID: 'access',
      AWS_SECRET_ACCESS_KEY: 'secret',
      SMTP_URL: smtp.url,
      MAIL_FROM: 'Call Analysis <no-reply@example.com>',
      TRANSCRIPTION_ENGINE: 'pocketsphinx',
      ANALYSIS_ENGINE: 'rules',
      RATE_LIMIT_DEFAULT: '100000',
      RATE_LIMIT_SUBMISSION: '100000',
    };
  });
  afterAll(async () => {
    await Promise.all(containers.map((one) => one.kill()));
    await s3?.close();
    await smtp?.close();
    await database?.drop();
    await image?.remove();
  });

  /** @param command default: the image's, which takes the role from PROCESS */
  async function serve(role: 'api' | 'worker', command = image.command) {
    const PORT = String(await freePort());
    const container = await startContainer(image, { ...env, PROCESS: role, PORT }, command);
    containers.push(container);
    const rootUrl = `http://127.0.0.1:${PORT}`;
    await until(
      async () => {
        if (container.hasExited()) throw new Error(`The ${role} has ended:\n${container.output()}`);
        return fetch(`${rootUrl}/health/ready`).then(
          ({ ok }) => ok,
          () => false,
        );
      },
      `the ${role}`,
      120_000,
    );
    return { container, rootUrl, PORT };
  }

  /** Runs the command to its end. */
  async function runCommand(...command: readonly string[]) {
    const container = await startContainer(image, { ...env, PROCESS: 'api' }, command);
    const code = await container.exited;
    return { code, output: container.output() };
  }

  /** An account whose mail came over SMTP. @returns its live key */
  async function openAccount(api: CallAnalysis): Promise<string> {
    const credentials = { email: 'person@example.com', password: 'correct horse battery' };
    await api.auth.register(credentials);
    const token = await until(async () => {
      const source = smtp.received[0]?.source.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=');
      return source?.match(/\/verify-email\?token=([\w.-]+)/)?.[1];
    }, 'the mail');
    await api.auth.verifyEmail({ token });
    const { access_token } = await api.auth.logIn(credentials);
    return (await api.withApiKey(access_token).apiKeys.create({ name: 'Trial' })).key;
  }

  it('is at most 700 MB large', () => {
    console.log(`The image has ${Math.round(image.sizeBytes / 1e6)} MB.`);
    expect(image.sizeBytes).toBeLessThan(MAX_IMAGE_BYTES);
  });

  it('holds no compiler, source maps, types, npm or packages for developers', async () => {
    const files = await readdir(join(image.root, 'app'), { recursive: true });
    expect(files.filter((file) => /\.(map|[cm]?ts)$/.test(file))).toEqual([]);
    const lock = lockFile.parse(JSON.parse(await readFile('package-lock.json', 'utf8')));
    const forDevelopers = Object.keys(lock.packages).filter((path) => lock.packages[path]?.dev);
    expect(forDevelopers.length).toBeGreaterThan(100);
    expect(forDevelopers.filter((path) => files.includes(`${path}/package.json`))).toEqual([]);
    expect(await readdir(join(image.root, 'usr/local/bin'))).not.toContain('npm');
  });

  it('still loads every package that the service depends on', async () => {
    const { dependencies } = manifest.parse(JSON.parse(await readFile('package.json', 'utf8')));
    const names = Object.keys(dependencies);
    const program = `for (const name of process.argv.slice(1)) await import(name); console.log('loaded'); process.exit(0);`;
    const ended = await runCommand('node', '--input-type=module', '--eval', program, ...names);
    expect(ended, ended.output).toEqual({ code: 0, output: 'loaded\n' });
  });

  it('migrates an empty database, and says so', async () => {
    const { code, output } = await runCommand('call-analysis', 'migrate');
    expect(output).toContain('Ran ');
    expect(code, 'exit code of the migration').toBe(0);
    const again = await runCommand('call-analysis', 'migrate');
    expect(again).toEqual({ code: 0, output: 'The schema is up to date.\n' });
  });

  it.each([
    ['accounts:create', ['ada@example.com'], 0, '/reset-password?token='],
    ['accounts:create', ['ada@example.com'], 1, 'exists already'],
    ['billing:reconcile', [], 0, 'Everything agrees.'],
    ['recordings:sweep', [], 0, ''],
    ['stripe:setup', [], 1, 'STRIPE_SECRET_KEY is not set'],
    ['models:install', ['nosuch'], 2, 'small-en'],
    ['--help', [], 0, 'billing:reconcile'],
    ['migrat', [], 2, 'migrate'],
  ])('has the command %s for operators', async (command, args, code, said) => {
    const ended = await runCommand('call-analysis', command, ...args);
    expect(ended, ended.output).toEqual({ code, output: expect.stringContaining(said) });
  });

  it('serves from two API processes and a worker, in each of the nine formats', async () => {
    const [first, second, worker] = await Promise.all([
      serve('api'),
      serve('api', ['call-analysis', 'start', 'api']),
      serve('worker'),
    ]);
    const key = await openAccount(checkedClient(first.rootUrl));
    const [submit, read] = [first, second].map(({ rootUrl }) => checkedClient(rootUrl, key));
    const folder = await mkdtemp(join(tmpdir(), 'formats-'));
    const source = wav([concat(silence(500), voice(3_000))]);
    const submitted = [];
    for (const { name, reported } of NINE_FORMATS) {
      const recording = await readFile(await encodeAs(source, folder, name));
      const { id } = await submit!.analyses.create({ ...PARTIES, file: recording });
      submitted.push({ name, reported, recording, id });
    }
    for (const { name, reported, recording, id } of submitted) {
      const analysis = await finalAnalysis(read!, id, 600_000);
      expect(analysis, name).toBeInStatus('completed');
      expect(analysis.audio?.format, name).toEqual(reported);
      const link = new URL(analysis.audio?.url ?? '');
      expect(link.origin).toBe(env.S3_PUBLIC_ENDPOINT);
      link.hostname = '127.0.0.1';
      expect(Buffer.from(await (await fetch(link)).arrayBuffer())).toHaveBytes(recording);
    }
    await rm(folder, { recursive: true });
    const report = `/api/v1/analysis/${submitted[0]?.id}/report`;
    for (const path of ['/', '/app', '/docs', '/docs/results.md', '/llms.txt', '/openapi.yaml', report]) {
      const page = await fetch(`${second.rootUrl}${path}`, { headers: { 'x-api-key': key } });
      await expect(page, path).toAnswer(200);
    }
    const html = await (await fetch(`${first.rootUrl}/app`)).text();
    const assets = [...html.matchAll(/"(app\/assets\/[^"]+)"/g)].map(([, asset = '']) => asset);
    expect(assets, 'files that the page loads').toHaveLength(2);
    // Each process has the same files: a page of the one loads them from the other.
    for (const asset of assets) await expect(await fetch(`${second.rootUrl}/${asset}`), asset).toAnswer(200);
    expect(worker.container.output()).not.toContain('"level":50');
  });

  it('runs as user 1000 without capabilities, and writes to /data and /tmp alone', async () => {
    for (const { pid } of containers) {
      const rights = await readFile(`/proc/${pid}/status`, 'utf8');
      expect(rights).toMatch(/^Uid:\t1000\t1000\t1000\t1000$/m);
      expect(rights).toMatch(/^CapEff:\t0+$/m);
      expect(rights).toMatch(/^CapBnd:\t0+$/m);
      expect(rights).toMatch(/^NoNewPrivs:\t1$/m);
    }
    const write = 'for at in / /app /usr /models /data /tmp; do touch $at/x 2>/dev/null && echo $at; done; true';
    expect(await runCommand('sh', '-c', write)).toEqual({ code: 0, output: '/data\n/tmp\n' });
  });

  it('knows its health', async () => {
    const { PORT } = await serve('api');
    const check = ['node', '--no-warnings', 'health.mjs'];
    expect(await (await startContainer(image, { PORT }, check)).exited, 'exit code of the health check').toBe(0);
    expect(
      await (await startContainer(image, { PORT: '1' }, check)).exited,
      'exit code of the health check without a service',
    ).toBe(1);
  });

  it('ends on SIGTERM as process 1, within the grace period', async () => {
    for (const container of containers) {
      const { code, tookMs } = await container.terminate();
      expect([code, container.output().slice(-500)]).toEqual([0, expect.any(String)]);
      expect(tookMs).toBeLessThan(GRACE_MS);
    }
  });

  it('refuses to start in a set-up that cannot work, with the remedy', async () => {
    const container = await startContainer(image, { ...env, PROCESS: 'worker', S3_BUCKET: '' });
    containers.push(container);
    expect(await container.exited, 'exit code of a service that cannot start').toBe(1);
    expect(container.output()).toContain('S3_BUCKET: is required with PROCESS=worker');
  });
});
