import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../../../src/platform/config/config.js';
import { ConfigError } from '../../../../src/platform/config/config-error.js';

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'serving-faults-'));
});
afterAll(() => rm(dataDir, { recursive: true }));

const SERVERS = { DATABASE_URL: 'postgres://db/calls', REDIS_URL: 'redis://queue' };
const PRODUCTION = {
  ...SERVERS,
  NODE_ENV: 'production',
  JWT_SECRET: 'x'.repeat(32),
  PUBLIC_URL: 'https://calls.example.com/',
};
const WHOLE = {
  ...PRODUCTION,
  SMTP_URL: 'smtps://mail.example.com',
  MAIL_FROM: 'Calls <no-reply@example.com>',
  OPENAI_API_KEY: 'key',
};

const load = (env: Record<string, string>, hasLocalModel = false) =>
  loadConfig({ DATA_DIR: dataDir, ...env }, { hasLocalModel: () => hasLocalModel });
const faultsOf = (env: Record<string, string>, hasLocalModel = false): readonly string[] => {
  try {
    load(env, hasLocalModel);
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
  return [];
};
const namesOf = (faults: readonly string[]) => faults.map((fault) => fault.split(':')[0]);
const without = (...names: (keyof typeof WHOLE)[]) =>
  Object.fromEntries(Object.entries(WHOLE).filter(([name]) => !names.some((left) => left === name)));

const ENGINES = 'OPENAI_API_KEY, OPENAI_BASE_URL, TRANSCRIPTION_ENGINE';

describe('a process that serves in production', () => {
  it('starts with what it needs', () => {
    expect(faultsOf(WHOLE)).toEqual([]);
    expect(faultsOf({ ...WHOLE, PROCESS: 'worker', S3_BUCKET: 'recordings', S3_REGION: 'eu-central-1' })).toEqual([]);
  });

  it('needs what it would fail without, and is told all of it at once', () => {
    expect(namesOf(faultsOf({ NODE_ENV: 'production', PROCESS: 'worker' }))).toEqual([
      'DATABASE_URL',
      'REDIS_URL',
      'JWT_SECRET',
      'PUBLIC_URL',
      'S3_BUCKET',
      ENGINES,
    ]);
    expect(namesOf(faultsOf(PRODUCTION))).toEqual(['SMTP_URL', 'MAIL_FROM', ENGINES]);
  });

  it.each(['api', 'worker'])('needs a bucket where %s is a process of its own', (role) => {
    expect(faultsOf({ ...WHOLE, PROCESS: role })).toEqual([
      `S3_BUCKET: is required with PROCESS=${role} when NODE_ENV=production, because each process would look for recordings on its own disk; name a bucket that all processes reach, or run one process with PROCESS=all`,
    ]);
    expect(faultsOf({ ...WHOLE, PROCESS: 'all' })).toEqual([]);
  });

  it('needs a mail server and a sender where it sends mails', () => {
    expect(namesOf(faultsOf(without('SMTP_URL')))).toEqual(['SMTP_URL']);
    expect(namesOf(faultsOf(without('MAIL_FROM')))).toEqual(['MAIL_FROM']);
    const bucket = { S3_BUCKET: 'recordings', S3_REGION: 'eu-central-1' };
    expect(faultsOf({ ...without('SMTP_URL', 'MAIL_FROM'), ...bucket, PROCESS: 'worker' })).toEqual([]);
  });

  it('needs an engine by name, or an installed model, where it works on calls', () => {
    const nameless = without('OPENAI_API_KEY');
    const [fault = ''] = faultsOf(nameless);
    for (const remedy of ['OPENAI_API_KEY', 'OPENAI_BASE_URL', 'models:install', 'TRANSCRIPTION_ENGINE=pocketsphinx'])
      expect(fault).toContain(remedy);
    expect(namesOf(faultsOf({ ...nameless, TRANSCRIPTION_ENGINE: 'auto' }))).toEqual([ENGINES]);
    expect(faultsOf({ ...nameless, TRANSCRIPTION_ENGINE: 'pocketsphinx' })).toEqual([]);
    expect(faultsOf({ ...nameless, OPENAI_BASE_URL: 'http://models/v1' })).toEqual([]);
    expect(faultsOf(nameless, true)).toEqual([]);
    const api = { PROCESS: 'api', S3_BUCKET: 'recordings', S3_REGION: 'eu-central-1' };
    expect(faultsOf({ ...nameless, ...api })).toEqual([]);
  });
});

it('asks a command in production only for what it needs', () => {
  expect(
    loadConfig({ DATA_DIR: dataDir, ...PRODUCTION, PROCESS: 'api' }).production,
    'the configuration is that of production',
  ).toBe(true);
});

it('warns outside production of processes that would keep recordings on a disk of their own', () => {
  const split = { ...SERVERS, PROCESS: 'worker' };
  expect(load(split).warnings).toEqual([
    'PROCESS=worker without S3_BUCKET keeps recordings in DATA_DIR: every process must see the same folder',
  ]);
  for (const env of [SERVERS, { PROCESS: 'api' }, { ...split, S3_BUCKET: 'recordings', S3_REGION: 'eu' }])
    expect(load(env).warnings).toEqual([]);
});
