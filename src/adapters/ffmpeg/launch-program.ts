// Starts a program from this process. media-launcher.ts starts it from a smaller process, with the same result.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';

export interface Launch {
  /** Arguments of `/bin/sh`. */
  readonly args: readonly string[];
  readonly cwd: string;
  /** Which of stdin and stdout is a pipe; the other is `/dev/null`. */
  readonly pipe: 'stdin' | 'stdout';
}

/** A shell, or the program that it became by exec; it leads a process group of its own. */
export interface LaunchedProgram {
  readonly pid: number;
  readonly stdin: Writable | null;
  readonly stdout: Readable | null;
  readonly stderr: Readable;
  /** May resolve before the last output has been read. Never rejects. */
  readonly exited: Promise<ProgramExit>;
}

export interface ProgramExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** Rejects when the program could not be started. */
export type LaunchProgram = (launch: Launch) => Promise<LaunchedProgram>;

/** Costs CPU time in proportion to the size of this process: fork copies its page tables. */
export const launchDirectly: LaunchProgram = async ({ args, cwd, pipe }) => {
  const child = spawn('/bin/sh', args, {
    cwd,
    detached: true,
    stdio: [pipe === 'stdin' ? 'pipe' : 'ignore', pipe === 'stdout' ? 'pipe' : 'ignore', 'pipe'],
  });
  const { pid, stdin, stdout, stderr } = child;
  if (pid === undefined || stderr === null) throw (await once(child, 'error'))[0];
  const exited = new Promise<ProgramExit>((resolve) => {
    // `exit`, not `close`: `close` never comes while stdout is unread, and the reader may have stopped reading.
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
  return { pid, stdin, stdout, stderr, exited };
};

/** @param pid the leader of the process group */
export function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The group has already ended.
  }
}
