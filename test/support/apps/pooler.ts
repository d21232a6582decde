// A real PgBouncer that pools by transaction, before a PostgreSQL server of the tests.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnBound } from '../../../bench/measure/bound-process.mjs';
import { freePort } from '../processes/free-port.js';
import { until } from '../processes/until.js';

const PATH = `${process.env.PATH}:/usr/sbin`;

export const PGBOUNCER = findPgBouncer();
export const NEEDS_PGBOUNCER =
  'Pooling by transaction was NOT TESTED: no pgbouncer here. To install: apt-get install pgbouncer';

export interface Pooler {
  /** URL of the same database through the pooler. */
  urlOf(databaseUrl: string): string;
  start(): Promise<void>;
  /** Sends SIGKILL. */
  kill(): Promise<void>;
  close(): Promise<void>;
}

export interface PoolerOptions {
  /** Sessions of Postgres for each database. */
  readonly sessions: number;
  /** More lines of its configuration. */
  readonly settings?: readonly string[];
}

/** @param serverUrl of PostgreSQL; each of its databases is there under its own name */
export async function startPooler(serverUrl: string, { sessions, settings = [] }: PoolerOptions): Promise<Pooler> {
  if (PGBOUNCER === null) throw new Error(NEEDS_PGBOUNCER);
  const program = PGBOUNCER;
  const home = await mkdtemp(join(tmpdir(), 'call-analysis-pooler-'));
  const port = await freePort();
  const { hostname, port: target, username, password } = new URL(serverUrl);
  const config = join(home, 'pgbouncer.ini');
  const lines = [
    '[databases]',
    `* = host=${hostname} port=${target} user=${username} password=${password}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    // It refuses to run as root.
    ...(process.getuid?.() === 0 ? ['user = nobody'] : []),
    'pool_mode = transaction',
    `default_pool_size = ${sessions}`,
    'max_client_conn = 2000',
    // The tests of a run make a database each.
    'server_idle_timeout = 10',
    'autodb_idle_timeout = 30',
    ...settings,
  ];
  await writeFile(config, `${lines.join('\n')}\n`);
  let child: ReturnType<typeof spawnBound> | null = null;
  const pooler: Pooler = {
    urlOf(databaseUrl) {
      const url = new URL(databaseUrl);
      url.hostname = '127.0.0.1';
      url.port = String(port);
      url.searchParams.set('pgbouncer', 'true');
      return url.href;
    },
    async start() {
      child = spawnBound(program, ['-q', config], { stdio: ['ignore', 'ignore', 'ignore'], env: { PATH } });
      await until(() => isListening(port), 'PgBouncer');
    },
    async kill() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
    async close() {
      await pooler.kill();
      await rm(home, { recursive: true });
    },
  };
  await pooler.start();
  return pooler;
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** @returns the path of the program, null where it is not installed */
function findPgBouncer(): string | null {
  try {
    return execFileSync('/bin/sh', ['-c', 'command -v pgbouncer'], { encoding: 'utf8', env: { PATH } }).trim();
  } catch {
    return null;
  }
}
