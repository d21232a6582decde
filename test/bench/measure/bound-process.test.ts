// A run that is ended by a signal leaves no process behind: neither the services that it started, nor their servers and
// children. [whole]
import { type ChildProcess, execFile } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { spawnBound } from '../../../bench/measure/bound-process.mjs';
import { builtFile } from '../../support/processes/build.js';
import { until } from '../../support/processes/until.js';

interface Listed {
  readonly pid: number;
  readonly parent: number;
  readonly state: string;
  readonly command: string;
}

/** Each run starts its worker when its API process is ready: one that is still starting ends by itself when its servers do. */
const SERVICE = builtFile('program/main.js');
const SERVERS = ['redis', 'postgres'];
const VITEST = [
  process.execPath,
  'node_modules/vitest/vitest.mjs',
  'run',
  '--config',
  'test/bench/measure/endless.config.ts',
];
const BENCH = [process.execPath, 'bench/run/run-benches.mjs', '--only', 'first-calls'];
const NPM = ['npm', 'run', 'bench', '--', '--only', 'first-calls'];

async function listed(): Promise<Listed[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,stat=,args='], { maxBuffer: 2 ** 24 });
  return stdout.split('\n').flatMap((line) => {
    const [, pid, parent, state = '', command = ''] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
    return pid === undefined ? [] : [{ pid: Number(pid), parent: Number(parent), state, command }];
  });
}

async function descendants(pid: number): Promise<Listed[]> {
  const all = await listed();
  const below = (parent: number): Listed[] =>
    all.filter((one) => one.parent === parent).flatMap((one) => [one, ...below(one.pid)]);
  return below(pid);
}

/** The processes that still run. A process that has ended, and whose exit code its parent has not read yet, is a zombie. */
async function left(processes: readonly Listed[]): Promise<string[]> {
  const now = await listed();
  return processes
    .filter(({ pid, command }) =>
      now.some((one) => one.pid === pid && one.command === command && !one.state.startsWith('Z')),
    )
    .map(({ command }) => command);
}

describe('a run that a signal ends leaves no process behind', () => {
  let run: ChildProcess;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bound-'));
    // PostgreSQL runs as a user of its own.
    await chmod(folder, 0o755);
  });
  afterEach(() => run.kill('SIGKILL'));
  // What is killed cannot delete its files.
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it.each([
    ['tests', 'SIGTERM', VITEST],
    ['tests', 'SIGKILL', VITEST],
    ['benches', 'SIGTERM', BENCH],
    ['benches that npm started', 'SIGKILL', NPM],
  ] as const)('%s, %s', async (_what, signal, [program = '', ...args]) => {
    run = spawnBound(program, args, {
      env: { ...process.env, TMPDIR: folder },
      stdio: ['ignore', 'ignore', 'ignore'],
    });
    const ended = once(run, 'exit');
    const started = await until(async () => {
      expect(run.exitCode, 'the run has ended').toBeNull();
      const found = await descendants(run.pid ?? 0);
      const running = (name: string) => found.filter(({ command }) => command.includes(name)).length;
      return running(SERVICE) >= 2 && SERVERS.every((name) => running(name) > 0) && found;
    }, 'the service and its servers');
    expect((await left(started)).length).toBeGreaterThan(0);
    run.kill(signal);
    await ended;
    await until(async () => (await left(started)).length === 0, 'the end of all that the run has started');
  });
});
