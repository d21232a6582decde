// `.env.example` and `docs/configuration.md` are what the table of variables gives. `npm run settings` rewrites both.
import { readFileSync, writeFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/platform/config/config.js';
import { VARIABLES } from '../../src/platform/config/variables.js';
import { configurationPage, envExample, NEEDED_IN_PRODUCTION } from './settings-pages.js';

const WRITE = 'run `npm run settings`';
const names = Object.keys(VARIABLES.shape).sort();

it.each([
  ['.env.example', envExample, /^# ([A-Z][A-Z0-9_]*)=/gm],
  ['docs/configuration.md', configurationPage, /^\| `([A-Z][A-Z0-9_]*)` \|/gm],
])('%s is what the table of variables gives, and names each variable once', (file, text, named) => {
  if (process.env.UPDATE_SETTINGS) writeFileSync(file, text());
  expect(readFileSync(file, 'utf8'), WRITE).toBe(text());
  expect([...text().matchAll(named)].map(([, name]) => name).sort()).toEqual(names);
});

it('.env.example shows the defaults: with every line that has a value in force, nothing changes', () => {
  const shown = parseEnv(envExample().replace(/^# (?=[A-Z][A-Z0-9_]*=.)/gm, ''));
  const own = { DATA_DIR: '/data', JWT_SECRET: 'x'.repeat(32) };
  expect(Object.keys(shown).length).toBeGreaterThan(20);
  expect(loadConfig({ ...shown, ...own })).toEqual(loadConfig(own));
});

describe('what docs/configuration.md calls needed in production', () => {
  const engines = {
    OPENAI_API_KEY: 'sk',
    OPENAI_BASE_URL: 'http://localhost:8000/v1',
    TRANSCRIPTION_ENGINE: 'compatible',
  };
  const stripe = { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };
  const always = {
    DATABASE_URL: 'postgres://db.example.com/calls',
    REDIS_URL: 'redis://redis.example.com',
    JWT_SECRET: 'x'.repeat(32),
    PUBLIC_URL: 'https://calls.example.com',
  };
  const mail = { SMTP_URL: 'smtp://mail.example.com', MAIL_FROM: 'Calls <calls@example.com>' };
  const bucket = { S3_BUCKET: 'recordings' };
  const all: Record<string, string> = { ...always, ...mail, ...bucket, ...engines, ...stripe };

  const start = (role: string, given: Record<string, string>) =>
    loadConfig({ NODE_ENV: 'production', PROCESS: role, S3_REGION: 'eu-1', ...given }, { hasLocalModel: () => false });
  const without = (...left: readonly string[]) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => !left.includes(name)));

  it('is this list, and it is enough', () => {
    expect(Object.keys(all).sort()).toEqual(Object.keys(NEEDED_IN_PRODUCTION).sort());
    for (const role of ['all', 'api', 'worker']) expect(start(role, all).process).toBe(role);
  });

  it.each(Object.keys(always))('%s, always', (name) => {
    for (const role of ['all', 'api', 'worker']) expect(() => start(role, without(name))).toThrow(name);
  });

  it.each(Object.keys(mail))('%s, unless PROCESS=worker', (name) => {
    for (const role of ['all', 'api']) expect(() => start(role, without(name))).toThrow(name);
    start('worker', without(name));
  });

  it('S3_BUCKET, unless PROCESS=all', () => {
    for (const role of ['api', 'worker']) expect(() => start(role, without('S3_BUCKET'))).toThrow('S3_BUCKET');
    start('all', without('S3_BUCKET'));
  });

  it('one that names an engine, unless PROCESS=api', () => {
    const none = without(...Object.keys(engines));
    for (const role of ['all', 'worker']) {
      expect(() => start(role, none)).toThrow('name what transcribes');
      for (const [name, value] of Object.entries({ ...engines, TRANSCRIPTION_ENGINE: 'pocketsphinx' }))
        start(role, { ...none, [name]: value });
    }
    start('api', none);
  });

  it('both or neither of the two secrets of Stripe', () => {
    for (const name of Object.keys(stripe)) expect(() => start('all', without(name))).toThrow(name);
    start('all', without(...Object.keys(stripe)));
  });
});
