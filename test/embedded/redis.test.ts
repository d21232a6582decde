// The Redis server that the service starts where none is configured, and the JavaScript one where no program is there. [whole]
import { chmod, readFile, stat, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import Queue from 'bull';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startEmbedded } from '../../src/embedded/embedded.js';
import { type EmbeddedRedis, type RedisOptions, startRedis } from '../../src/embedded/redis.js';
import { pollInsteadOfBlocking } from '../../src/platform/queue/poll-instead-of-blocking.js';
import { isAlive, makeCheckout, makeFolder, removeFolders, runInProcess } from '../support/processes/checkout.js';
import { eventually } from '../support/processes/eventually.js';

const folders: string[] = [];
const started: EmbeddedRedis[] = [];
const clients: Redis[] = [];
let checkout: string;
let cacheDir: string;

beforeAll(async () => {
  checkout = await makeCheckout();
  cacheDir = await makeFolder();
});

afterEach(async () => {
  for (const client of clients.splice(0)) client.disconnect();
  for (const server of started.splice(0)) await server.stop();
  await removeFolders(folders);
});

afterAll(() => removeFolders([checkout, cacheDir]));

async function dataFolder(): Promise<string> {
  const folder = await makeFolder();
  folders.push(folder);
  return folder;
}

async function start(dataDir: string, options: Partial<RedisOptions> = {}): Promise<EmbeddedRedis> {
  const server = await startRedis({ dataDir, cacheDir, production: false, log: () => undefined, ...options });
  started.push(server);
  return server;
}

function client(url: unknown): Redis {
  const connection = new Redis(String(url), { retryStrategy: () => null, maxRetriesPerRequest: null });
  connection.on('error', () => undefined);
  clients.push(connection);
  return connection;
}

const startElsewhere = (dataDir: string, options: Partial<RedisOptions> = {}): string =>
  `module.startRedis({ ...${JSON.stringify({ dataDir, cacheDir, production: false, ...options })}, log })`;

describe('the embedded queue server', () => {
  it('keeps queued jobs over a restart, except the JavaScript server, which says that it does not', async () => {
    const dataDir = await dataFolder();
    const messages: string[] = [];
    const first = await start(dataDir, { log: (message) => messages.push(message) });
    await client(first.url).rpush('queue', 'call');
    await first.stop();
    const second = await start(dataDir);
    const isLasting = first.kind !== 'js';
    expect(await client(second.url).lrange('queue', 0, -1)).toEqual(isLasting ? ['call'] : []);
    expect(messages.some((message) => message.includes('loses queued jobs'))).toBe(!isLasting);
  });

  it('never drops jobs to save memory, and refuses a client without the password', async () => {
    const dataDir = await dataFolder();
    const { url, kind } = await start(dataDir);
    if (kind !== 'js') {
      expect(await client(url).config('GET', 'maxmemory-policy')).toEqual(['maxmemory-policy', 'noeviction']);
    }
    const stranger = new URL(url);
    stranger.password = '';
    await expect(client(stranger).get('queue')).rejects.toThrow('NOAUTH');
    expect(
      (await stat(join(dataDir, 'redis', 'server.json'))).mode & 0o777,
      'rights on the file with the password',
    ).toBe(0o600);
  });

  it.each(['chain', 'js'])('listens on the loopback address only (%s)', async (leg) => {
    const { url } = await start(await dataFolder(), leg === 'js' ? { leg } : {});
    const others = Object.values(networkInterfaces()).flatMap((addresses) =>
      (addresses ?? []).filter(({ internal, family }) => !internal && family === 'IPv4'),
    );
    const outcomes = await Promise.all(others.map(({ address }) => tryToConnect(address, Number(new URL(url).port))));
    expect(outcomes).toEqual(others.map(() => 'refused'));
    expect(await tryToConnect('127.0.0.1', Number(new URL(url).port))).toBe('connected');
  });

  it('ends when its owner is killed, and starts again at once', async () => {
    const dataDir = await dataFolder();
    const owner = await runInProcess(checkout, 'redis', startElsewhere(dataDir));
    const lost = client(owner.answer.url);
    await lost.rpush('queue', 'call');
    const gone = eventually(() => expect(lost).toBeInStatus('end'));
    const { pid } = JSON.parse(await readFile(join(dataDir, 'redis', 'server.json'), 'utf8'));
    await owner.kill();
    await gone;
    await eventually(() => expect(isAlive(pid), 'the server runs without its owner').toBe(false));
    const next = await start(dataDir);
    expect(next.owned, 'the next start owns the server').toBe(true);
    expect(await client(next.url).llen('queue')).toBe(next.kind === 'js' ? 0 : 1);
  });

  it.each(['chain', 'js'])('is shared with a second process, which does not stop it (%s)', async (leg) => {
    const dataDir = await dataFolder();
    const server = await start(dataDir, leg === 'js' ? { leg } : {});
    const other = await runInProcess(checkout, 'redis', startElsewhere(dataDir));
    expect(other.answer).toMatchObject({ url: server.url, kind: server.kind, owned: false });
    await other.leave();
    expect(await client(server.url).ping()).toBe('PONG');
  });

  it('does not use a program on PATH that is too old for the queue', async () => {
    const folder = await dataFolder();
    await writeFile(join(folder, 'redis-server'), '#!/bin/sh\necho "Redis server v=5.0.14 sha=0"\n');
    await chmod(join(folder, 'redis-server'), 0o755);
    const attempt = await runInProcess(checkout, 'redis', startElsewhere(await dataFolder(), { leg: 'path' }), {
      env: { PATH: folder },
    });
    expect(attempt.answer.error).toMatch(/No redis-server or valkey-server 6.2 or later is on PATH.*REDIS_URL/);
    await attempt.kill();
  });

  it('uses the JavaScript server where there is no program and no apt, but never in production', async () => {
    const [allowed, refused] = await Promise.all(
      [false, true].map(async (production) => {
        const dataDir = await dataFolder();
        const expression = startElsewhere(dataDir, { cacheDir: dataDir, production });
        return runInProcess(checkout, 'redis', expression, { env: { PATH: '/nowhere' } });
      }),
    );
    expect(allowed?.answer).toMatchObject({ kind: 'js', owned: true });
    expect(refused?.answer.error).toMatch(/refused in production: set REDIS_URL/);
    await Promise.all([allowed?.kill(), refused?.kill()]);
  });
});

describe('the JavaScript queue server with polling clients', () => {
  it('runs a Bull job, and a worker that closes does not swallow the next one', async () => {
    const { url } = await start(await dataFolder(), { leg: 'js' });
    const makeQueue = (): Queue.Queue =>
      new Queue('calls', {
        createClient: (type) => {
          const connection = new Redis(url, { maxRetriesPerRequest: null, enableReadyCheck: false });
          clients.push(connection);
          if (type === 'bclient') pollInsteadOfBlocking(connection);
          return connection;
        },
      });
    for (const round of [1, 2, 3]) {
      const queue = makeQueue();
      const finished = new Promise<unknown>((resolve) => queue.on('completed', (job) => resolve(job.data)));
      void queue.process(async (job) => job.id);
      await queue.add({ round });
      expect(await finished).toEqual({ round });
      await queue.close();
    }
  });

  it('ends a waiting pop when the client disconnects, and pops again after a reconnection', async () => {
    const { url } = await start(await dataFolder(), { leg: 'js' });
    const waiting = client(url);
    pollInsteadOfBlocking(waiting);
    const pop = waiting.brpoplpush('from', 'to', 60);
    waiting.disconnect();
    await expect(pop).rejects.toThrow('Connection is closed');
    await eventually(() => expect(waiting).toBeInStatus('end'));
    await waiting.connect();
    await client(url).rpush('from', 'call');
    expect(await waiting.brpoplpush('from', 'to', 60)).toBe('call');
    expect(await waiting.brpoplpush('from', 'to', 0.01)).toBeNull();
  });
});

describe('the embedded servers together', () => {
  it('start what is needed, describe it, and stop', async () => {
    const dataDir = await dataFolder();
    const options = { dataDir, cacheDir, production: false, durable: false, log: () => undefined };
    const both = await startEmbedded({ ...options, needPostgres: true, needRedis: true });
    expect(both.databaseUrl).toMatch(/^postgres:\/\/postgres:\w+@127\.0\.0\.1:\d+\/call_analysis$/);
    expect(both.description).toEqual({ database: expect.stringContaining('PostgreSQL'), queue: expect.any(String) });
    expect(JSON.stringify(both.description)).not.toContain(new URL(both.redisUrl ?? '').password);
    await both.stop();
    const neither = await startEmbedded({ ...options, needPostgres: false, needRedis: false });
    expect(neither.description).toEqual({});
    await neither.stop();
    await expect(client(both.redisUrl).ping()).rejects.toThrow();
  });

  it('leave nothing running when one of them fails', async () => {
    const dataDir = await dataFolder();
    const options = { dataDir, cacheDir, durable: false, needPostgres: true, needRedis: true, log: () => undefined };
    const attempt = startEmbedded({ ...options, production: true, redisLeg: 'js' });
    await expect(attempt).rejects.toThrow('refused in production');
    await expect(stat(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'))).rejects.toThrow('ENOENT');
  });
});

function tryToConnect(host: string, port: number): Promise<'connected' | 'refused'> {
  return new Promise((settle) => {
    const socket = connect({ host, port });
    socket.once('connect', () => {
      socket.destroy();
      settle('connected');
    });
    socket.once('error', () => settle('refused'));
  });
}
