// A PostgreSQL server of the test's own with the schema of the service, and a streaming replica of it behind a proxy.
import { execFile } from 'node:child_process';
import { appendFile, chmod, chown, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { startPostgres } from '../../../src/embedded/postgres.js';
import { migrate } from '../../../src/platform/database/migrate.js';
import { startTcpProxy } from '../processes/tcp-proxy.js';

export interface ReplicatedPostgres {
  readonly primaryUrl: string;
  readonly replicaUrl: string;
  /** The replica receives what is committed from now on, but does not replay it. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Stops the replica as in a power cut. */
  crash(): Promise<void>;
  /** Starts it again, at the same address. */
  start(): Promise<void>;
  close(): Promise<void>;
}

export async function startReplicatedPostgres(): Promise<ReplicatedPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'call-analysis-replicated-'));
  // The servers run as another user than root, who must be able to enter the folder.
  await chmod(folder, 0o755);
  const [first, second] = [join(folder, 'primary'), join(folder, 'replica')];
  const start = (dataDir: string) => startPostgres({ dataDir, cacheDir: resolve('.data/cache'), log: () => undefined });
  const empty = await start(first);
  await migrate(empty.url);
  await empty.stop();
  await promisify(execFile)('cp', ['-a', first, second]);
  const primary = await start(first);
  const { port, username, password } = new URL(primary.url);
  const cluster = join(second, 'postgres', 'cluster');
  const connection = `host=127.0.0.1 port=${port} user=${username} password=${password}`;
  await appendFile(join(cluster, 'postgresql.auto.conf'), `primary_conninfo = '${connection}'\n`);
  const signal = join(cluster, 'standby.signal');
  await writeFile(signal, '');
  const { uid, gid } = await stat(cluster);
  await chown(signal, uid, gid);
  let replica = await start(second);
  const proxy = await startTcpProxy(Number(new URL(replica.url).port));
  const replicaUrl = new URL(replica.url);
  replicaUrl.port = String(proxy.port);
  const tell = async (statement: string) => {
    const client = new pg.Client({ connectionString: replica.url });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  return {
    primaryUrl: primary.url,
    replicaUrl: replicaUrl.href,
    pause: () => tell('SELECT pg_wal_replay_pause()'),
    resume: () => tell('SELECT pg_wal_replay_resume()'),
    async crash() {
      const pidFile = await readFile(join(cluster, 'postmaster.pid'), 'utf8');
      process.kill(Number(pidFile.split('\n')[0]), 'SIGQUIT');
      await replica.stop();
    },
    async start() {
      replica = await start(second);
      await proxy.serve(Number(new URL(replica.url).port));
    },
    async close() {
      await proxy.close();
      await replica.stop();
      await primary.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
