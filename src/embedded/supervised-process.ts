// Runs an embedded server in such a way that it stops when this process ends, even when this process is killed with SIGKILL.
import { type ChildProcess, spawn } from 'node:child_process';
import { open, readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { isErrno, isProcessAlive } from './exclusive-lock.js';

/**
 * A small shell script that starts the server and holds the read end of a pipe; this process holds the write end. The pipe
 * closes when this process ends in any way, and the shell then signals the server to stop. The shell and the server ignore
 * the signals of the terminal: Ctrl-C reaches only the service, which finishes its work before it stops its servers.
 */
const WATCHDOG = `trap "" INT TERM HUP
signal=$1; shift
"$@" 3<&- & server=$!
{ read -r _ <&3; kill -"$signal" "$server"; } 2>/dev/null & watcher=$!
exec 3<&-
wait "$server"; status=$?
kill -KILL "$watcher" 2>/dev/null
exit "$status"`;

const STOP_TIMEOUT_MS = 15_000;

/** The servers do not inherit the environment of the service, which holds secrets. */
const SERVER_ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C' };

export interface SupervisedProcessOptions {
  command: string;
  args: string[];
  /** The signal that makes the server shut down cleanly. */
  stopSignal: 'INT' | 'TERM';
  /** Receives stdout and stderr. Emptied at the start. */
  logFile: string;
  /** Runs as this user and group; needs root. */
  userId?: number;
  env?: Record<string, string>;
}

export interface SupervisedProcess {
  /** Resolves when server and watchdog have ended; never rejects. The value is the exit status, null after a signal. */
  readonly exited: Promise<number | null>;
  isRunning(): boolean;
  /** Shuts the server down, and kills it after 15 s. Can be called more than once. */
  stop(): Promise<void>;
}

/** Starts a server under the watchdog. Neither of them keeps the event loop of this process alive. */
export async function startSupervised(options: SupervisedProcessOptions): Promise<SupervisedProcess> {
  const log = await open(options.logFile, 'w', 0o600);
  let child: ChildProcess;
  try {
    child = spawn('/bin/sh', ['-c', WATCHDOG, 'watchdog', options.stopSignal, options.command, ...options.args], {
      cwd: '/',
      detached: true,
      env: { ...SERVER_ENVIRONMENT, ...options.env },
      stdio: ['ignore', log.fd, log.fd, 'pipe'],
      ...(options.userId === undefined ? {} : { uid: options.userId, gid: options.userId }),
    });
  } finally {
    await log.close();
  }
  let running = true;
  const exited = new Promise<number | null>((settle) => {
    child.once('exit', (status) => {
      running = false;
      settle(status);
    });
    child.once('error', () => {
      running = false;
      settle(null);
    });
  });
  const lifeline = child.stdio[3];
  lifeline?.on('error', () => undefined);
  if (lifeline && 'unref' in lifeline && typeof lifeline.unref === 'function') lifeline.unref();
  child.unref();

  const stop = async (): Promise<void> => {
    if (!running) return;
    child.ref();
    lifeline?.destroy();
    const force = setTimeout(() => {
      if (running) killGroup(child);
    }, STOP_TIMEOUT_MS);
    await exited;
    clearTimeout(force);
  };
  return { exited, isRunning: () => running, stop };
}

/** Kills a detached child process and all processes that it has started. */
export function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch (error) {
    // ESRCH: the processes have ended in the meantime.
    if (!isErrno(error, 'ESRCH')) throw error;
  }
}

/** A loopback port that was free a moment ago. */
export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = address !== null && typeof address === 'object' ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}

/**
 * Whether process `pid` runs and its command line contains `text`. The system reuses process ids, in containers very soon, so
 * an id that was read from a file may belong to another program.
 */
export async function isProcessRunning(pid: number, text: string): Promise<boolean> {
  if (!isProcessAlive(pid)) return false;
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => commandLineFromPs(pid));
  return commandLine.replaceAll('\0', ' ').includes(text);
}

function commandLineFromPs(pid: number): Promise<string> {
  return new Promise((resolve) => {
    const ps = spawn('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { stdio: ['ignore', 'pipe', 'ignore'] });
    let output = '';
    ps.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    ps.once('error', () => resolve(''));
    ps.once('close', () => resolve(output));
  });
}

/** The last lines of a server's log, for an error message that the operator reads. */
export async function readLogTail(logFile: string): Promise<string> {
  const text = await readFile(logFile, 'utf8').catch(() => '');
  return text.trim().split('\n').slice(-5).join('\n');
}

/** Repeats `attempt` until it returns a value. Returns undefined when it has not done so within `timeoutMs`. */
export async function retryUntil<T>(
  timeoutMs: number,
  intervalMs: number,
  attempt: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const result = await attempt();
    if (result !== undefined || Date.now() >= deadline) return result;
    await delay(intervalMs);
  }
}
