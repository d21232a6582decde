// A media tool as a child process with limits on memory, CPU time and files, and without the service's environment.
import { killGroup, type LaunchedProgram } from './launch-program.js';

export interface ChildLimits {
  readonly pipe: 'stdin' | 'stdout';
  readonly cpuSeconds: number;
  /** A decoder writes to its pipe only; an encoder writes one file. */
  readonly writableFiles: 0 | 'unlimited';
}

export interface ChildExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** True when the service killed the child. */
  readonly killed: boolean;
  readonly stderr: string;
}

const ADDRESS_SPACE_KIB = 2 * 1024 * 1024;
const MAX_OPEN_FILES = 32;
const MAX_STDERR_CHARS = 64 * 1024;
const MAX_STDERR_END_CHARS = 2000;
/** Time to wait for the last lines of stderr after the exit: a grandchild may hold the pipe open. */
const STDERR_TIMEOUT_MS = 1000;
const EXIT_TIMEOUT_MS = 5000;

/**
 * The shell sets the limits and then becomes the program (exec), so the process id stays the same. `ulimit -v` does not
 * exist on macOS, hence `|| :`. `env -i` drops the environment: it holds the service's secrets, and ffmpeg reads options
 * from it (a report file, a proxy). The CPU limit is a soft one first, because at the hard limit the kernel sends SIGKILL,
 * which does not name the reason.
 * Arguments: address space in KiB, CPU seconds, size of a file that it may write, open files, program and its arguments.
 */
const LIMITED_SHELL = [
  ...['-c 0', '-v "$1"', '-S -t "$2"', '-H -t "$(($2 + 10))"', '-f "$3"', '-n "$4"'].map(
    (limit) => `ulimit ${limit} 2>/dev/null || :`,
  ),
  'shift 4; set -- PATH="$PATH" nice -n 10 "$@"',
  '[ -z "$LD_LIBRARY_PATH" ] || set -- LD_LIBRARY_PATH="$LD_LIBRARY_PATH" "$@"',
  'exec env -i "$@"',
].join('; ');

/** Arguments of `/bin/sh` that run the command within the limits. */
export function limitedShellArgs({ cpuSeconds, writableFiles }: ChildLimits, command: readonly string[]): string[] {
  const limits = [ADDRESS_SPACE_KIB, cpuSeconds, writableFiles, MAX_OPEN_FILES].map(String);
  return ['-c', LIMITED_SHELL, 'sh', ...limits, ...command];
}

/** The program leads a process group of its own, so that killing it leaves no process that holds the pipes open. */
export class BoundedChild {
  readonly #program: LaunchedProgram;
  /** Never rejects. */
  readonly exited: Promise<ChildExit>;
  #settle: (code: number | null, signal: NodeJS.Signals | null) => void = () => undefined;
  #killed = false;
  #hasExited = false;
  #stderr = '';
  /** The last characters of what exceeds the limit of `#stderr`. */
  #stderrEnd = '';

  /** @param signal kills the program */
  constructor(program: LaunchedProgram, signal: AbortSignal) {
    this.#program = program;
    const { stdin, stderr } = program;
    stderr.setEncoding('utf8').on('data', (text: string) => {
      const room = MAX_STDERR_CHARS - this.#stderr.length;
      this.#stderr += text.slice(0, room);
      this.#stderrEnd = (this.#stderrEnd + text.slice(room)).slice(-MAX_STDERR_END_CHARS);
    });
    // A child that dies early breaks the pipe; its exit status says why.
    stdin?.on('error', () => undefined);

    const abort = () => this.kill();
    signal.addEventListener('abort', abort, { once: true });
    this.exited = new Promise((resolve) => {
      this.#settle = (code, endSignal) => {
        this.#hasExited = true;
        signal.removeEventListener('abort', abort);
        const killed = this.#killed && endSignal === 'SIGKILL';
        resolve({ code, signal: endSignal, killed, stderr: this.#stderr + this.#stderrEnd });
      };
    });
    this.#watchExit();
    if (signal.aborted) this.kill();
  }

  get stdin() {
    if (this.#program.stdin === null) throw new Error('The child was started without a pipe to write to');
    return this.#program.stdin;
  }

  get stdout() {
    if (this.#program.stdout === null) throw new Error('The child was started without a pipe to read from');
    return this.#program.stdout;
  }

  /** Waits for the exit of a child that has closed its output. Kills it if it does not exit by itself. */
  async waitForExit(): Promise<ChildExit> {
    const timer = setTimeout(() => this.kill(), EXIT_TIMEOUT_MS);
    try {
      return await this.exited;
    } finally {
      clearTimeout(timer);
    }
  }

  kill(): void {
    const { pid, stdin, stdout, stderr } = this.#program;
    if (!this.#hasExited) {
      if (!this.#killed) this.#settleWithoutReport();
      this.#killed = true;
      killGroup(pid);
    }
    for (const stream of [stdin, stdout, stderr]) stream?.destroy();
  }

  #watchExit(): void {
    const { stderr } = this.#program;
    void this.#program.exited.then(({ code, signal }) => {
      if (this.#killed || stderr.closed) return this.#settle(code, signal);
      const timer = setTimeout(() => this.#settle(code, signal), STDERR_TIMEOUT_MS);
      stderr.once('close', () => {
        clearTimeout(timer);
        this.#settle(code, signal);
      });
    });
  }

  /** Settles `exited` after SIGKILL even if the launcher never reports the exit: no process can continue. */
  #settleWithoutReport(): void {
    const timer = setTimeout(() => this.#settle(null, 'SIGKILL'), EXIT_TIMEOUT_MS);
    void this.#program.exited.then(() => clearTimeout(timer));
  }
}
