// Starts the built service as a process that tests can kill and freeze. Needs `npm run build`, which `npm test` runs first.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { spawnBound } from '../../../bench/measure/bound-process.mjs';
import { programOf } from '../../../bench/measure/built-program.mjs';
import { builtFile } from './build.js';
import { until } from './until.js';

export interface ServiceProcess {
  readonly child: ChildProcess;
  readonly output: () => string;
  /** Sends SIGKILL: no handler of the process runs. */
  kill(): Promise<void>;
  /** Sends SIGTERM. @returns the exit code */
  terminate(): Promise<number | null>;
  /** Sends SIGSTOP: the process stands still without noticing, like a frozen machine or a blocked event loop. */
  freeze(): void;
  thaw(): void;
}

export interface ServiceProcessOptions {
  /** Limits the size of each file: a write beyond it fails, as on a full disk. */
  readonly maxFileBytes?: number;
  /** Resolves as soon as the process answers, also when it says that it is not ready. */
  readonly unready?: boolean;
  /** The folder in which another release was built. Default: this release. */
  readonly home?: string | null;
}

/** Resolves when the process has printed its summary and reports that it is ready. */
export async function startServiceProcess(
  env: Readonly<Record<string, string>>,
  { maxFileBytes, unready = false, home = null }: ServiceProcessOptions = {},
): Promise<ServiceProcess> {
  const program = home === null ? builtFile('program/main.js') : programOf(home);
  const command = [process.execPath, program];
  // `ulimit -f` counts blocks of 512 bytes. Node ignores SIGXFSZ, so that the write fails with an error instead.
  const limited = `ulimit -f ${Math.ceil((maxFileBytes ?? 0) / 512)}; exec "$@"`;
  const [executable = '', ...args] = maxFileBytes ? ['/bin/sh', '-c', limited, 'sh', ...command] : command;
  const child = spawnBound(executable, args, {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const ready = until(async () => {
    if (child.exitCode !== null) throw new Error(`The service ended with ${child.exitCode}:\n${output}`);
    const answer = await fetch(`http://127.0.0.1:${env.PORT}/health/ready`).catch(() => null);
    // An earlier release may print another last line.
    const isAnnounced = home !== null || output.includes('\nReady.\n');
    return isAnnounced && (answer?.ok || (unready && answer?.status === 503));
  }, `the service:\n${output}`);
  // A process whose start failed must not go on beside the next tests.
  await ready.catch((error: unknown) => {
    child.kill('SIGKILL');
    throw error;
  });
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  };
  return {
    child,
    output: () => output,
    kill: () => end('SIGKILL'),
    async terminate() {
      await end('SIGTERM');
      return child.exitCode;
    },
    freeze() {
      child.kill('SIGSTOP');
    },
    thaw() {
      child.kill('SIGCONT');
    },
  };
}
