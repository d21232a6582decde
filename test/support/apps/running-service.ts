// Starts the real service in this process, with a database, Redis key space and folders of its own.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { type Analysis, CallAnalysis } from '../../../clients/typescript/src/index.js';
import { loadConfig } from '../../../src/platform/config/config.js';
import { createLogger } from '../../../src/platform/operations/logger.js';
import { startService } from '../../../src/program/service.js';
import { checkedClient } from '../clients/checked-client.js';
import type { CheckedPaths } from '../clients/checked-paths.js';
import { freePort } from '../processes/free-port.js';
import { until } from '../processes/until.js';
import { freshDatabase, freshRedis, pastPooler } from './backing.js';

export { until };

export interface Account {
  readonly email: string;
  readonly password: string;
  readonly accessToken: string;
  readonly liveKey: string;
}

export interface TestService {
  readonly baseUrl: string;
  /** Without `/api/v1`. */
  readonly rootUrl: string;
  readonly env: Readonly<Record<string, string>>;
  readonly dataDir: string;
  /** The database, for what no client can see. */
  readonly db: pg.Pool;
  openAccount(email?: string): Promise<Account>;
  /** Stops the service alone. @returns starts it again, at the same address and with all that it had */
  takeDown(): Promise<() => Promise<void>>;
  stop(): Promise<void>;
}

/** Settings for a service with a database, Redis key space, folders and port of its own. */
export async function serviceEnvironment(overrides: Readonly<Record<string, string>> = {}) {
  const database = await freshDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'call-analysis-service-'));
  const port = await freePort();
  const env: Record<string, string> = {
    NODE_ENV: 'test',
    ...database.settings,
    REDIS_URL: await freshRedis(),
    DATA_DIR: dataDir,
    CACHE_DIR: resolve('.data/cache'),
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DATABASE_POOL_SIZE: '8',
    RATE_LIMIT_DEFAULT: '100000',
    RATE_LIMIT_SUBMISSION: '100000',
    RATE_LIMIT_AUTH: '100000',
    ACCOUNT_UPLOADS: '0',
    LOG_LEVEL: 'silent',
    // The decoder that the tests run with.
    ...(process.env.FFMPEG_PATH === undefined ? {} : { FFMPEG_PATH: process.env.FFMPEG_PATH }),
    ...overrides,
  };
  const dispose = async () => {
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { env, dataDir, rootUrl: `http://127.0.0.1:${port}`, databaseUrl: database.url, dispose };
}

/** @param onLine receives each line of its log, which is silent without it */
export async function startTestService(
  overrides: Readonly<Record<string, string>> = {},
  onLine?: (line: string) => void,
): Promise<TestService> {
  const { env, dataDir, rootUrl, databaseUrl, dispose } = await serviceEnvironment(overrides);
  const logger = onLine ? createLogger({ level: 'info', pretty: false }, { write: onLine }) : pino({ level: 'silent' });
  const start = () => startService({ announce: () => undefined, config: loadConfig(env), logger });
  let service = await start();
  const db = openPool(databaseUrl);
  const baseUrl = `${rootUrl}/api/v1`;
  return {
    baseUrl,
    rootUrl,
    env,
    dataDir,
    db,
    openAccount: (email) => openAccount(baseUrl, dataDir, email),
    takeDown: async () => {
      await service.stop();
      return async () => {
        service = await start();
      };
    },
    stop: async () => {
      await service.stop();
      await db.end();
      await dispose();
    },
  };
}

/**
 * A pool past the service and its pooler. It survives a restart of the server, and a drop of the database behind its `end`, which
 * resolves before the connections are closed.
 */
export function openPool(url: string): pg.Pool {
  return new pg.Pool({ connectionString: pastPooler(url), max: 2 }).on('error', () => undefined);
}

let accounts = 0;

/** Registers, verifies with the mail in the outbox, logs in and makes a live key, all over the public interface. */
export async function openAccount(baseUrl: string, dataDir: string, email?: string): Promise<Account> {
  accounts += 1;
  const credentials = { email: email ?? `person-${accounts}@example.com`, password: 'correct horse battery' };
  const anonymous = checkedClient(baseUrl);
  await anonymous.auth.register(credentials);
  await anonymous.auth.verifyEmail({ token: await mailedToken(dataDir, 'verify-email', credentials.email) });
  const { access_token } = await anonymous.auth.logIn(credentials);
  const { key } = await anonymous.withApiKey(access_token).apiKeys.create({ name: 'Test' });
  return { ...credentials, accessToken: access_token, liveKey: key };
}

/** The form of an upload from one agent to one contact. */
export function uploadOf(recording: Buffer, fields: Readonly<Record<string, string>> = {}): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries({ agent_id: 'a', contact_id: 'c', ...fields })) form.set(name, value);
  form.set('audio_file', new Blob([new Uint8Array(recording)]), 'call.wav');
  return form;
}

/** One agent and one contact, for calls that need no others. */
export const PARTIES = { agent_id: 'a', contact_id: 'c' };

/** Waits until the analysis is completed or failed. */
export async function finalAnalysis(
  api: CallAnalysis | CheckedPaths,
  id: string,
  timeoutMs = 300_000,
): Promise<Analysis> {
  if (api instanceof CallAnalysis) {
    await api.analyses.waitForCompletion(id, { timeout: timeoutMs });
    return api.analyses.get(id);
  }
  return until(
    async () => {
      const seen = await api.get('/analysis/{id}', { path: { id } });
      return seen.status !== 'processing' && seen;
    },
    `analysis ${id}`,
    timeoutMs,
  );
}

/** The token in the newest mail to the address that links to the page. */
export async function mailedToken(
  dataDir: string,
  page: 'verify-email' | 'reset-password' | 'accept-invitation',
  email: string,
): Promise<string> {
  const outbox = join(dataDir, 'outbox');
  return until(async () => {
    const names = (await readdir(outbox).catch(() => [])).filter((name) => !name.startsWith('.'));
    for (const name of names.sort().reverse()) {
      const mail = (await readFile(join(outbox, name), 'utf8')).replace(/=\r?\n/g, '').replaceAll('=3D', '=');
      if (!mail.includes(email)) continue;
      const token = mail.split(`/${page}?token=`)[1]?.match(/^[\w.-]+/)?.[0];
      if (token) return token;
    }
    return null;
  }, `the mail that opens ${page}`);
}
