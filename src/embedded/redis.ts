// Runs a private Redis, or the closest substitute that this machine offers, so that the service starts where none is configured.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises';
import type { Server } from 'node:net';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { debianLibraryPath, fetchDebianPackages, findDebianProgram } from './debian-packages.js';
import { isErrno, withExclusiveLock } from './exclusive-lock.js';
import { findFreePort, isProcessRunning, readLogTail, retryUntil, startSupervised } from './supervised-process.js';

const START_TIMEOUT_MS = 20_000;
const LOCK_TIMEOUT_MS = 60_000;
const FETCH_TIMEOUT_MS = 20_000;
const START_ATTEMPTS = 3;
const MIN_VERSION = [6, 2] as const;

export type RedisKind = 'redis-server' | 'valkey-server' | 'debian' | 'js';
export type RedisLeg = 'path' | 'debian' | 'js';

export interface RedisOptions {
  /** The data directory of the service. The files of Redis lie below it, in `redis/`. */
  dataDir: string;
  /** Debian packages are unpacked below it. */
  cacheDir: string;
  /** Refuses the JavaScript server, which loses all data when the process ends. */
  production: boolean;
  /** Forces one kind instead of trying all in order. */
  leg?: RedisLeg;
  /** Number of databases that a client can select; default 16. The JavaScript server ignores it. */
  databases?: number;
  log: (message: string) => void;
}

export interface EmbeddedRedis {
  /** Address on 127.0.0.1, with the password. */
  url: string;
  /** `js` loses all data at a restart, and Bull's blocking clients need `pollInsteadOfBlocking` with it. */
  kind: RedisKind;
  /** Example: `7.0.15`. */
  version: string;
  /** false: another process started it, and it stops when that process does. */
  owned: boolean;
  /** Stops the server if this process started it, and waits until it has ended. */
  stop(): Promise<void>;
}

export interface RedisProgram {
  kind: RedisKind;
  command: string;
  env?: Record<string, string>;
}

/** Content of `server.json`, by which a second process on the same data directory reaches the server. */
interface Endpoint {
  kind: RedisKind;
  pid: number;
  port: number;
  password: string;
}

/**
 * Attaches to the Redis that another process runs on this data directory, or starts one: a server on PATH, else Debian's
 * program unpacked from its package, else the JavaScript server in this process.
 * @throws Error with one sentence that says what to do
 */
export async function startRedis(options: RedisOptions): Promise<EmbeddedRedis> {
  await mkdir(options.dataDir, { recursive: true });
  const home = join(await realpath(options.dataDir), 'redis');
  await mkdir(home, { recursive: true, mode: 0o700 });
  return withExclusiveLock(join(home, 'start.lock'), LOCK_TIMEOUT_MS, async () => {
    const attached = await attach(home, options);
    if (attached) return attached;
    const program = await findRedisProgram(options);
    return program ? launch(home, program, options) : startJsRedis(home, options);
  });
}

async function attach(home: string, options: RedisOptions): Promise<EmbeddedRedis | undefined> {
  const endpoint = await readEndpoint(home);
  if (!endpoint) return undefined;
  // A server whose owner was killed may still be writing its files: wait until it answers or has ended.
  const outcome = await retryUntil(START_TIMEOUT_MS, 50, async () => {
    const version = await ping(endpoint);
    if (version !== undefined) return { version };
    const isBusy = endpoint.kind !== 'js' && (await isProcessRunning(endpoint.pid, `:${endpoint.port}`));
    return isBusy ? undefined : 'gone';
  });
  if (outcome === undefined) throw new Error(`A Redis server holds ${home} but does not answer.`);
  if (outcome === 'gone') {
    await rm(endpointFile(home), { force: true });
    return undefined;
  }
  if (endpoint.kind === 'js') refuseJsInProduction(options);
  options.log('Embedded Redis: using the server another process runs on this data directory');
  return { url: urlOf(endpoint), kind: endpoint.kind, version: outcome.version, owned: false, stop: async () => {} };
}

/** @returns the server program to run; undefined where only the JavaScript server is left */
export async function findRedisProgram(
  options: Pick<RedisOptions, 'cacheDir' | 'leg' | 'log'>,
): Promise<RedisProgram | undefined> {
  const { leg, log } = options;
  if (leg === undefined || leg === 'path') {
    for (const kind of ['redis-server', 'valkey-server'] as const) {
      const command = await findOnPath(kind);
      if (command !== undefined) return { kind, command };
    }
    if (leg === 'path') {
      throw new Error('No redis-server or valkey-server 6.2 or later is on PATH: install one, or set REDIS_URL.');
    }
  }
  if (leg === undefined || leg === 'debian') {
    try {
      return await unpackDebianRedis(options);
    } catch (error) {
      if (leg === 'debian') throw error;
      log(`Embedded Redis: could not fetch Debian's package (${error instanceof Error ? error.message : error})`);
    }
  }
  return undefined;
}

/** @returns the absolute path of the program, or undefined when PATH has none or it is too old */
async function findOnPath(name: string): Promise<string | undefined> {
  const output = await readOutput('/bin/sh', ['-c', 'command -v "$0" && "$0" --version', name]);
  const [path = '', versionLine = ''] = output.split('\n');
  const match = /v=(\d+)\.(\d+)/.exec(versionLine);
  if (!path.startsWith('/') || !match) return undefined;
  const [major, minor] = [Number(match[1]), Number(match[2])];
  const isNewEnough = major > MIN_VERSION[0] || (major === MIN_VERSION[0] && minor >= MIN_VERSION[1]);
  return isNewEnough ? path : undefined;
}

function readOutput(command: string, args: string[]): Promise<string> {
  return new Promise((settle) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'ignore'] });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    child.once('error', () => settle(''));
    child.once('close', (status) => settle(status === 0 ? output : ''));
  });
}

/**
 * Debian's Redis is one program that acts by the name under which it is called. The package redis-tools contains it as
 * `redis-check-rdb`; a link named `redis-server` makes it the server. The package redis-server is not needed; it would only
 * add a system service.
 */
async function unpackDebianRedis({ cacheDir, log }: Pick<RedisOptions, 'cacheDir' | 'log'>): Promise<RedisProgram> {
  const signal = AbortSignal.timeout(FETCH_TIMEOUT_MS);
  const root = await fetchDebianPackages({ packages: ['redis-tools'], cacheDir, log, signal });
  const program = await findDebianProgram(root, 'redis-check-rdb');
  if (program === undefined) throw new Error("Debian's redis-tools package has no redis-check-rdb in it.");
  const command = join(root, 'redis-server');
  await symlink(program, command).catch((error: unknown) => {
    if (!isErrno(error, 'EEXIST')) throw error;
  });
  return { kind: 'debian', command, env: { LD_LIBRARY_PATH: await debianLibraryPath(root) } };
}

async function launch(home: string, program: RedisProgram, options: RedisOptions): Promise<EmbeddedRedis> {
  const logFile = join(home, 'server.log');
  const configFile = join(home, 'redis.conf');
  for (let attempt = 1; ; attempt++) {
    const port = await findFreePort();
    const password = randomBytes(24).toString('hex');
    // The password goes into a file, because every user of the machine can read command lines.
    await writePrivate(configFile, configuration(home, port, password, options.databases));
    const server = await startSupervised({
      command: program.command,
      args: [configFile],
      stopSignal: 'TERM',
      logFile,
      ...(program.env ? { env: program.env } : {}),
    });
    const ready = await retryUntil(START_TIMEOUT_MS, 15, async () => {
      const answer = await inspect({ port, password });
      return answer ?? (server.isRunning() ? undefined : 'gone');
    });
    if (ready !== undefined && ready !== 'gone') {
      const endpoint: Endpoint = { kind: program.kind, pid: ready.pid, port, password };
      await writePrivate(endpointFile(home), JSON.stringify(endpoint));
      let stopping = false;
      void server.exited.then((status) => {
        if (!stopping) options.log(`Embedded Redis stopped unexpectedly (status ${status}); see ${logFile}`);
      });
      const stop = async (): Promise<void> => {
        stopping = true;
        await server.stop();
      };
      return { url: urlOf(endpoint), kind: program.kind, version: ready.version, owned: true, stop };
    }
    await server.stop();
    const reason = await readLogTail(logFile);
    // Another program may have taken the port in the meantime.
    if (attempt < START_ATTEMPTS && reason.includes('bind')) continue;
    throw new Error(`The embedded Redis did not start (${logFile}): ${reason || 'no message'}`);
  }
}

function configuration(home: string, port: number, password: string, databases = 16): string {
  const lines = [
    'bind 127.0.0.1',
    `port ${port}`,
    `requirepass ${password}`,
    `dir ${JSON.stringify(home)}`,
    `databases ${databases}`,
    'daemonize no',
  ];
  lines.push('appendonly yes', 'appendfsync everysec', 'save ""', 'maxmemory-policy noeviction');
  return `${lines.join('\n')}\n`;
}

async function startJsRedis(home: string, options: RedisOptions): Promise<EmbeddedRedis> {
  refuseJsInProduction(options);
  const parts = await import('js-redis-server/core').catch((error: unknown) => {
    throw new Error('No Redis could be started here: install redis-server, or set REDIS_URL.', { cause: error });
  });
  // Built from its parts, because its ready-made server listens on every address and asks for no password.
  const password = randomBytes(24).toString('hex');
  const state = new parts.RedisServerState({ requirepass: password });
  const { server } = new parts.Resp2Server({ server: state, executor: parts.createRedisCommandExecutor() });
  const port = await listenOnLoopback(server);
  server.unref();
  const endpoint: Endpoint = { kind: 'js', pid: process.pid, port, password };
  const version = (await inspect(endpoint))?.version ?? '';
  await writePrivate(endpointFile(home), JSON.stringify(endpoint));
  options.log('Embedded Redis: a JavaScript server in this process; it loses queued jobs at a restart');
  const stop = async (): Promise<void> => {
    await rm(endpointFile(home), { force: true });
    // Not awaited: a blocked client can keep the server from closing, and there is nothing to save.
    server.close(() => state.close());
  };
  return { url: urlOf(endpoint), kind: 'js', version, owned: true, stop };
}

function listenOnLoopback(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(address !== null && typeof address === 'object' ? address.port : 0);
    });
  });
}

function refuseJsInProduction({ production }: RedisOptions): void {
  if (!production) return;
  throw new Error('The JavaScript Redis keeps nothing over a restart and is refused in production: set REDIS_URL.');
}

function endpointFile(home: string): string {
  return join(home, 'server.json');
}

function urlOf({ port, password }: Pick<Endpoint, 'port' | 'password'>): string {
  return `redis://:${password}@127.0.0.1:${port}`;
}

async function readEndpoint(home: string): Promise<Endpoint | undefined> {
  const text = await readFile(endpointFile(home), 'utf8').catch((error: unknown) => {
    if (isErrno(error, 'ENOENT')) return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null) return undefined;
  if (!('kind' in value && 'pid' in value && 'port' in value && 'password' in value)) return undefined;
  const kind = (['redis-server', 'valkey-server', 'debian', 'js'] as const).find((known) => known === value.kind);
  if (!kind) return undefined;
  return { kind, pid: Number(value.pid), port: Number(value.port), password: String(value.password) };
}

/** Writes to a temporary file and renames it, so that a process that is killed meanwhile leaves no partial file. */
async function writePrivate(file: string, text: string): Promise<void> {
  const temporary = `${file}.new`;
  await rm(temporary, { force: true });
  await writeFile(temporary, text, { mode: 0o600, flag: 'wx' });
  await rename(temporary, file);
}

async function ping(endpoint: Endpoint): Promise<string | undefined> {
  return (await inspect(endpoint))?.version;
}

/** @returns undefined while no usable server answers on the port */
async function inspect(at: Pick<Endpoint, 'port' | 'password'>): Promise<{ version: string; pid: number } | undefined> {
  const client = new Redis(urlOf(at), {
    lazyConnect: true,
    retryStrategy: () => null,
    connectTimeout: 2_000,
    commandTimeout: 5_000,
    maxRetriesPerRequest: 0,
    enableReadyCheck: false,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    // Fails with LOADING while the server still reads its files.
    await client.ping();
    const info = await client.info('server');
    return {
      version: (/valkey_version:(\S+)/.exec(info) ?? /redis_version:(\S+)/.exec(info))?.[1] ?? '',
      pid: Number(/process_id:(\d+)/.exec(info)?.[1] ?? 0),
    };
  } catch {
    return undefined;
  } finally {
    client.disconnect();
  }
}
