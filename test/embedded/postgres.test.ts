// The PostgreSQL server that the service starts where none is configured: processes, files, and who may read them. [whole]
import { chmod, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type EmbeddedPostgres, type PostgresOptions, startPostgres } from '../../src/embedded/postgres.js';
import {
  isAlive,
  isRoot,
  makeCheckout,
  makeFolder,
  removeFolders,
  runInProcess,
} from '../support/processes/checkout.js';
import { eventually } from '../support/processes/eventually.js';

const folders: string[] = [];
const started: EmbeddedPostgres[] = [];
let checkout: string;

beforeAll(async () => {
  checkout = await makeCheckout();
});

afterEach(async () => {
  for (const server of started.splice(0)) await server.stop();
  await removeFolders(folders);
});

afterAll(() => removeFolders([checkout]));

async function dataFolder(): Promise<string> {
  const folder = await makeFolder();
  folders.push(folder);
  return folder;
}

async function start(dataDir: string, options: Partial<PostgresOptions> = {}): Promise<EmbeddedPostgres> {
  const server = await startPostgres({ dataDir, durable: false, log: () => undefined, ...options });
  started.push(server);
  return server;
}

async function query(url: unknown, sql: string): Promise<unknown[][]> {
  const client = new pg.Client({ connectionString: String(url) });
  await client.connect();
  try {
    return (await client.query({ text: sql, rowMode: 'array' })).rows;
  } finally {
    await client.end();
  }
}

const startElsewhere = (dataDir: string): string =>
  `module.startPostgres({ dataDir: ${JSON.stringify(dataDir)}, durable: false, log })`;

async function serverPid(home: string): Promise<number> {
  return Number((await readFile(join(home, 'cluster', 'postmaster.pid'), 'utf8')).split('\n')[0]);
}

describe('the embedded database', () => {
  it('keeps its data over a restart', async () => {
    const dataDir = await dataFolder();
    const first = await start(dataDir);
    expect(first).toMatchObject({ owned: true, version: expect.stringMatching(/^\d+\.\d+$/) });
    await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await first.stop();
    await expect(query(first.url, 'SELECT 1')).rejects.toThrow();
    const second = await start(dataDir);
    expect(await query(second.url, 'SELECT answer FROM kept')).toEqual([[42]]);
  });

  it('listens on the loopback address only, asks for the password, and holds Unicode with one collation', async () => {
    const { url, home } = await start(await dataFolder());
    const [row] = await query(
      url,
      `SELECT current_setting('listen_addresses'), current_setting('unix_socket_directories'),
              pg_encoding_to_char(encoding), datlocprovider, datlocale
       FROM pg_database WHERE datname = current_database()`,
    );
    expect(row).toEqual(['127.0.0.1', '', 'UTF8', 'b', 'C.UTF-8']);
    const stranger = new URL(url);
    stranger.password = 'guessed';
    await expect(query(stranger, 'SELECT 1')).rejects.toThrow('password authentication failed');
    expect((await stat(join(home, 'password'))).mode & 0o777, 'rights on the password').toBe(0o600);
    expect((await stat(join(home, 'cluster'))).mode & 0o077, 'rights of others on the cluster').toBe(0);
  });

  it('syncs to disk before it confirms a write, unless it is started for a test', async () => {
    const durable = await start(await dataFolder(), { durable: true });
    const fast = await start(await dataFolder());
    expect(await query(durable.url, 'SHOW fsync')).toEqual([['on']]);
    expect(await query(fast.url, 'SHOW fsync')).toEqual([['off']]);
  });

  it('ends when its owner is killed, and the next start finds the data', async () => {
    const dataDir = await dataFolder();
    const owner = await runInProcess(checkout, 'postgres', startElsewhere(dataDir));
    expect(owner.answer).toMatchObject({ owned: true });
    await query(owner.answer.url, 'CREATE TABLE kept AS SELECT 7 AS answer');
    const pid = await serverPid(join(dataDir, 'postgres'));
    await owner.kill();
    await eventually(() => expect(isAlive(pid), 'the server runs without its owner').toBe(false));
    const next = await start(dataDir);
    expect(next.owned, 'the next start owns the server').toBe(true);
    expect(await query(next.url, 'SELECT answer FROM kept')).toEqual([[7]]);
  });

  it('starts again at once after its owner was killed, while the old server is still shutting down', async () => {
    const dataDir = await dataFolder();
    const owner = await runInProcess(checkout, 'postgres', startElsewhere(dataDir));
    await query(owner.answer.url, 'CREATE TABLE kept AS SELECT 8 AS answer');
    await owner.kill();
    const next = await start(dataDir);
    expect(await query(next.url, 'SELECT answer FROM kept')).toEqual([[8]]);
  });

  it('is shared with a second process, which does not stop it', async () => {
    const dataDir = await dataFolder();
    const server = await start(dataDir);
    const other = await runInProcess(checkout, 'postgres', startElsewhere(dataDir));
    expect(other.answer).toMatchObject({ url: server.url, owned: false });
    await other.leave();
    expect(await query(server.url, 'SELECT 1')).toEqual([[1]]);
  });

  it('is started once when several processes start together', async () => {
    const dataDir = await dataFolder();
    const others = await Promise.all([1, 2, 3].map(() => runInProcess(checkout, 'postgres', startElsewhere(dataDir))));
    expect(
      others.filter((other) => other.answer.owned),
      'processes that started the server',
    ).toHaveLength(1);
    expect([...new Set(others.map((other) => other.answer.url))], 'addresses').toHaveLength(1);
    const owner = others.find((other) => other.answer.owned);
    for (const other of others) if (other !== owner) await other.leave();
    await owner?.leave();
  });

  it('starts although the process id in its files now belongs to another program', async () => {
    const dataDir = await dataFolder();
    await (await start(dataDir)).stop();
    const pidFile = join(dataDir, 'postgres', 'cluster', 'postmaster.pid');
    await writeFile(
      pidFile,
      `${process.pid}\n${join(dataDir, 'postgres', 'cluster')}\n0\n5432\n\n127.0.0.1\n\nready\n`,
    );
    await writeFile(join(dataDir, 'postgres', 'start.lock'), String(process.pid));
    const server = await start(dataDir);
    expect(server.owned, 'the start owns the server').toBe(true);
  });

  it('creates the database again when the first attempt was interrupted', async () => {
    const dataDir = await dataFolder();
    await mkdir(join(dataDir, 'postgres', 'cluster.new'), { recursive: true });
    await writeFile(join(dataDir, 'postgres', 'cluster.new', 'PG_VERSION'), '18\n');
    expect((await start(dataDir)).owned, 'the start owns the server').toBe(true);
  });

  it('refuses a database of another major version with a sentence that says so', async () => {
    const dataDir = await dataFolder();
    await mkdir(join(dataDir, 'postgres', 'cluster'), { recursive: true });
    await writeFile(join(dataDir, 'postgres', 'cluster', 'PG_VERSION'), '15\n');
    await expect(start(dataDir)).rejects.toThrow(/was made by PostgreSQL 15 and cannot be opened by \d+/);
  });

  it('says what to do when no programs are installed for this machine', async () => {
    const bare = await makeCheckout('absent');
    folders.push(bare);
    const attempt = await runInProcess(bare, 'postgres', startElsewhere(await dataFolder()));
    expect(attempt.answer.error).toMatch(/No embedded PostgreSQL is installed.*npm ci.*DATABASE_URL/);
    await attempt.kill();
  });

  it('runs from a folder that other users cannot enter, even when the install script never ran', async () => {
    const closed = await makeCheckout('without links');
    folders.push(closed);
    await chmod(closed, 0o700);
    const dataDir = await dataFolder();
    const server = await runInProcess(closed, 'postgres', startElsewhere(dataDir));
    expect(server.log.join('\n')).toContain(join(dataDir, 'cache', 'postgres-'));
    expect(await query(server.answer.url, 'SELECT 1')).toEqual([[1]]);
    await server.leave();
  });

  it('puts its data elsewhere, and says where, when root runs it and other users cannot enter the data directory', async () => {
    const dataDir = await dataFolder();
    await chmod(dataDir, 0o700);
    const messages: string[] = [];
    const server = await start(dataDir, { log: (message) => messages.push(message) });
    expect(server.home.startsWith(dataDir)).toBe(!isRoot);
    expect(messages.join('\n')).toContain(server.home);
    expect(await query(server.url, 'SELECT 1')).toEqual([[1]]);
    await server.stop();
    await rm(join(server.home, '..'), { recursive: true });
  });
});
