// The servers of a fleet, each on a machine of its own: Postgres, PgBouncer, Redis and the stand-in for object storage. Each can
// be killed, and started again with what it had on its disk.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findRedisProgram } from '../../dist/src/embedded/redis.js';
import { spawnBound } from '../measure/bound-process.mjs';

const MAX_START_MS = 60_000;
/** Debian's account without rights: neither Postgres nor PgBouncer runs as root. */
const UNPRIVILEGED = 65_534;
const isRoot = process.getuid() === 0;
const unprivileged = (program, args) =>
  isRoot
    ? ['setpriv', [`--reuid=${UNPRIVILEGED}`, `--regid=${UNPRIVILEGED}`, '--clear-groups', program, ...args]]
    : [program, args];

/** A program that listens on a port. @param signal by which it dies as in a power cut */
function part(name, machine, port, [program, args], { env = {}, signal = 'SIGKILL' } = {}) {
  let child;
  return {
    name,
    get pids() {
      return [child.pid];
    },
    async start() {
      const options = { stdio: ['ignore', 'ignore', 'ignore'], env: { PATH: `${process.env.PATH}:/usr/sbin`, ...env } };
      child = spawnBound(...machine.command(program, args), options);
      const deadline = performance.now() + MAX_START_MS;
      while (!(await isListening(machine.host, port))) {
        if (child.exitCode !== null || performance.now() > deadline) throw new Error(`${name} does not start`);
        await wait(100);
      }
    },
    async kill(by = signal) {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill(by);
      await gone;
    },
  };
}

async function isListening(host, port) {
  const socket = connect(port, host);
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

const MAX_CONNECTIONS = 100;

/** A durable server, with the statements that it counts. */
export async function postgres(machine, dataDir) {
  const bin = newestPostgres();
  const port = await machine.port(5432);
  const cluster = join(dataDir, 'cluster');
  mkdirSync(cluster, { mode: 0o700 });
  if (isRoot) chownSync(cluster, UNPRIVILEGED, UNPRIVILEGED);
  const made = ['-D', cluster, '-U', 'calls', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '-N'];
  execFileSync(...unprivileged(join(bin, 'initdb'), made), { stdio: 'ignore', cwd: '/' });
  writeFileSync(join(cluster, 'pg_hba.conf'), 'host all all 0.0.0.0/0 trust\n');
  const settings = {
    listen_addresses: machine.host,
    port,
    unix_socket_directories: '',
    max_connections: MAX_CONNECTIONS,
    shared_buffers: '256MB',
    shared_preload_libraries: 'pg_stat_statements',
  };
  const args = ['-D', cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  const server = part('Postgres', machine, port, unprivileged(join(bin, 'postgres'), args), { signal: 'SIGQUIT' });
  return Object.assign(server, { url: `postgres://calls@${machine.host}:${port}/postgres` });
}

/** @returns the folder of the programs of the newest PostgreSQL that Debian or the operator installed */
function newestPostgres() {
  if (process.env.POSTGRES_BIN) return process.env.POSTGRES_BIN;
  const home = '/usr/lib/postgresql';
  const [newest] = readdirSync(home).sort((a, b) => Number(b) - Number(a));
  return join(home, newest, 'bin');
}

export async function pgBouncer(machine, dataDir, postgresUrl, sessions) {
  const port = await machine.port(6432);
  const { hostname, port: target } = new URL(postgresUrl);
  const config = join(dataDir, 'pgbouncer.ini');
  const lines = [
    '[databases]',
    `* = host=${hostname} port=${target} user=calls`,
    '[pgbouncer]',
    `listen_addr = ${machine.host}`,
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    // cspell:disable-next-line -- the account of the system
    ...(isRoot ? ['user = nobody'] : []),
    'pool_mode = transaction',
    `default_pool_size = ${sessions}`,
    'max_client_conn = 3000',
    'query_wait_timeout = 30',
    // Its own 15 s would keep calls waiting after Postgres is back.
    'server_login_retry = 1',
  ];
  writeFileSync(config, `${lines.join('\n')}\n`);
  const server = part('PgBouncer', machine, port, ['pgbouncer', ['-q', config]]);
  return Object.assign(server, { url: `postgres://calls@${machine.host}:${port}/postgres` });
}

export async function redis(machine, dataDir, cacheDir) {
  const port = await machine.port(6379);
  const { command, env } = await findRedisProgram({ cacheDir, log: () => undefined });
  const args = ['--bind', machine.host, '--port', String(port), '--dir', dataDir, '--protected-mode', 'no'];
  args.push('--appendonly', 'yes', '--maxmemory-policy', 'noeviction');
  const server = part('Redis', machine, port, [command, args], { env });
  return Object.assign(server, { url: `redis://${machine.host}:${port}` });
}

export async function objectStorage(machine, dataDir) {
  const port = await machine.port(9000);
  const script = join(import.meta.dirname, 's3-server.mjs');
  const args = [script, join(dataDir, 'objects'), machine.host, String(port)];
  const server = part('object storage', machine, port, [process.execPath, args]);
  const settings = {
    S3_BUCKET: 'recordings',
    S3_ENDPOINT: `http://${machine.host}:${port}`,
    S3_FORCE_PATH_STYLE: 'true',
    AWS_ACCESS_KEY_ID: 'access',
    AWS_SECRET_ACCESS_KEY: 'secret',
  };
  return Object.assign(server, { settings });
}
