// Starts a server under measurement as a process of its own, reads its CPU time and memory from /proc, and stops it.
// With PROFILE_DIR, each server writes a CPU profile there when it stops (`bench/measure/shares.mjs` reads them).
import { once } from 'node:events';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { spawnBound } from './bound-process.mjs';
import { programOf } from './built-program.mjs';

/**
 * A reference server: a script that prints its port as its first line.
 * @returns {Promise<{pid: number, base: string, cpuMs: () => Promise<number>, rssMb: (field?: string) => Promise<number>, stop:
 * () => Promise<void>}>}
 */
export async function startReference(script, args = [], env = {}) {
  const child = spawnBound(process.execPath, [script, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...profiling({ EXIT_ON_SIGTERM: '1' }), ...env },
  });
  const port = Number(String((await once(child.stdout, 'data'))[0]));
  return watched(child, `http://127.0.0.1:${port}`);
}

/**
 * The built service. Rate limits and the plan's minutes are too high to be reached; all other settings, the log too, are the
 * defaults.
 * @param home the folder in which it was built: another release's, or this one's
 * @param machine where it runs, as in bench/fleet/machines.mjs
 */
export async function startService(stores, env = {}, home = '.', machine = HERE) {
  const port = await machine.port(3000);
  const base = `http://${machine.host}:${port}`;
  const child = spawnBound(...machine.command(process.execPath, [programOf(home)]), {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      ...profiling(),
      DATABASE_URL: stores.databaseUrl,
      REDIS_URL: stores.redisUrl,
      HOST: machine.host,
      PORT: String(port),
      PUBLIC_URL: base,
      DATA_DIR: join(stores.dataDir, `service-${port}`),
      CACHE_DIR: resolve('.data/cache'),
      RATE_LIMIT_DEFAULT: '10000000',
      RATE_LIMIT_SUBMISSION: '10000000',
      ACCOUNT_UPLOADS: '0',
      RATE_LIMIT_AUTH: '10000000',
      FREE_INCLUDED_MINUTES: '100000000',
      ...env,
    },
  });
  for (let answer; !answer?.ok; ) {
    if (child.exitCode !== null) throw new Error(`The service exited with code ${child.exitCode}`);
    answer = await fetch(`${base}/health/ready`).catch(() => new Promise((done) => setTimeout(done, 100)));
  }
  return watched(child, base);
}

const HERE = { host: '127.0.0.1', port: freePort, command: (program, args) => [program, args] };

/** The environment that makes a Node process write its profile; none without PROFILE_DIR. */
function profiling(env = {}) {
  if (!process.env.PROFILE_DIR) return {};
  const profile = `--import=${pathToFileURL(join(import.meta.dirname, 'profile.mjs'))}`;
  const others = (process.env.NODE_OPTIONS ?? '')
    .split(' ')
    .filter((option) => option && !option.endsWith('/profile.mjs'));
  return { PROFILE_DIR: resolve(process.env.PROFILE_DIR), NODE_OPTIONS: [...others, profile].join(' '), ...env };
}

function watched(child, base) {
  return {
    pid: child.pid,
    base,
    /**
     * User and system time of the process and of Node processes below it, without other children. Linux counts it in
     * hundredths of a second; NaN on other systems.
     */
    cpuMs: async () => (await timesOfAll(child.pid)).own,
    /** CPU time of the other children that have ended. The children of a worker are the media tools. */
    toolsMs: async () => (await timesOfAll(child.pid)).children,
    /** @param field `VmRSS`, or `VmHWM` for the peak; NaN where there is no /proc */
    async rssMb(field = 'VmRSS') {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
      return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
    },
    async openFiles() {
      return (await readdir(`/proc/${child.pid}/fd`).catch(() => [])).length;
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill();
      await gone;
    },
  };
}

/** Sums over a process and the Node processes below it: the launcher of the media tools is part of the worker. */
async function timesOfAll(pid) {
  const all = await times(pid);
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  for (const child of children.split(' ').filter(Boolean)) {
    if ((await readlink(`/proc/${child}/exe`).catch(() => null)) !== process.execPath) continue;
    const { own, children } = await timesOfAll(child);
    all.own += own;
    all.children += children;
  }
  return all;
}

async function times(pid) {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const [user, system, childrenUser, childrenSystem] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 15)
    .map((ticks) => Number(ticks) * 10);
  return { own: user + system, children: childrenUser + childrenSystem };
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}
