import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { access, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { z } from 'zod';

export interface Launch {
  /** Of `/bin/sh`. */
  readonly args: readonly string[];
  readonly cwd: string;
  /** The one of its two streams that the program has; the other is empty. */
  readonly pipe: 'stdin' | 'stdout';
}

/** A shell and what it became, the first of a process group of its own. */
export interface LaunchedProgram {
  readonly pid: number;
  readonly stdin: Writable | null;
  readonly stdout: Readable | null;
  readonly stderr: Readable;
  /** Its end, which may be told before its last output has been read. Never rejects. */
  readonly exited: Promise<ProgramExit>;
}

export interface ProgramExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** Rejects where the program could not be started. */
export type LaunchProgram = (launch: Launch) => Promise<LaunchedProgram>;

/** From this process itself: a start copies its page tables, and so costs as much as it is large. */
export const launchDirectly: LaunchProgram = async ({ args, cwd, pipe }) => {
  const child = spawn('/bin/sh', args, {
    cwd,
    detached: true,
    stdio: [pipe === 'stdin' ? 'pipe' : 'ignore', pipe === 'stdout' ? 'pipe' : 'ignore', 'pipe'],
  });
  const { pid, stdin, stdout, stderr } = child;
  if (pid === undefined || stderr === null) throw (await once(child, 'error'))[0];
  const exited = new Promise<ProgramExit>((resolve) => {
    // `exit`, not `close`: a reader that has gone leaves stdout unread, and `close` would then never come.
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
  return { pid, stdin, stdout, stderr, exited };
};

export interface LauncherRequest extends Launch {
  readonly id: string;
}

const replyShape = z.union([
  z.object({ id: z.string(), pid: z.number().nullable() }),
  z.object({ id: z.string(), code: z.number().nullable(), signal: z.custom<NodeJS.Signals>().nullable() }),
]);
export type LauncherReply = z.infer<typeof replyShape>;

/**
 * The service's environment stays behind: it holds secrets, and options for Node.js (a debugger to wait for, a module to
 * load) are not meant for this process. What is left is what programs are given, and the channel.
 */
const ALONE = [
  'set -- PATH="$PATH" NODE_CHANNEL_FD="$NODE_CHANNEL_FD" "$@"',
  '[ -z "$LD_LIBRARY_PATH" ] || set -- LD_LIBRARY_PATH="$LD_LIBRARY_PATH" "$@"',
  'exec env -i "$@"',
].join('; ');
/** Longer ones are cut off without a word, and the socket is then elsewhere. Linux takes 107, macOS 103. */
const LONGEST_SOCKET_PATH_BYTES = 103;
/** Each connection begins with the request it belongs to and which of the two it is: `p` for the pipe, `e` for errors. */
const PURPOSE_BYTES = 37;
/** A launcher that has not started a shell by then hangs, and is replaced. */
const SLOWEST_START_MS = 30_000;
const SLOWEST_END_MS = 2_000;
/** To those who wait for it, the launcher's end is the program's end by a foreign hand: it may be tried again. */
const LAUNCHER_GONE: ProgramExit = { code: null, signal: 'SIGKILL' };

/**
 * Starts programs from a small process of its own, for a fraction of what the service itself would pay. Only what is said
 * at their start and end goes through it: they hold their end of a socket each, the service the other, so that bytes and
 * back-pressure go straight between them. Killed, it is started again by the next launch, and where it cannot be (source
 * code that is run without being built has none) programs are started directly; when the service ends, in whatever way, it
 * kills what runs and ends.
 */
export class MediaLauncher {
  readonly #programPath: string;
  #host: Promise<Host> | null = null;

  /** @param programPath the compiled `media-launcher.process.js` */
  constructor(programPath = join(import.meta.dirname, 'media-launcher.process.js')) {
    this.#programPath = programPath;
  }

  readonly launch: LaunchProgram = async (launch) => {
    try {
      this.#host ??= this.#start();
      return await (await this.#host).launch(launch);
    } catch {
      // What it saves is not worth a call.
      return launchDirectly(launch);
    }
  };

  async close(): Promise<void> {
    await (await this.#host?.catch(() => null))?.close();
  }

  #start(): Promise<Host> {
    const forget = () => {
      if (this.#host === starting) this.#host = null;
    };
    const starting = Host.start(this.#programPath, forget);
    starting.catch(forget);
    return starting;
  }
}

interface Job {
  readonly pipe: Opened<Socket>;
  readonly errors: Opened<Socket>;
  readonly pid: Opened<number>;
  readonly exited: Opened<ProgramExit>;
}

/** One launcher process, and the socket that its programs' streams come from. */
class Host {
  readonly #jobs = new Map<string, Job>();

  private constructor(
    server: Server,
    private readonly child: ChildProcess,
  ) {
    server.on('connection', (socket) => this.#take(socket));
    child.on('message', (message) => this.#hear(message));
    child.on('error', () => child.kill('SIGKILL'));
    this.#keepAlive(false);
  }

  static async start(programPath: string, ended: () => void): Promise<Host> {
    await access(programPath);
    // Nobody else may enter it.
    const folder = await mkdtemp(join(tmpdir(), 'media-'));
    const path = join(folder, 'socket');
    const server = createServer();
    const tidy = async () => {
      server.close();
      await rm(folder, { recursive: true, force: true });
    };
    try {
      if (Buffer.byteLength(path) > LONGEST_SOCKET_PATH_BYTES) throw new Error('The folder for a socket is too deep');
      await once(server.listen(path).unref(), 'listening');
      const child = spawn('/bin/sh', ['-c', ALONE, 'sh', process.execPath, programPath, path], {
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      });
      if (child.pid === undefined) throw (await once(child, 'error'))[0];
      const host = new Host(server, child);
      child.once('exit', () => {
        ended();
        host.#end();
        void tidy();
      });
      return host;
    } catch (error) {
      await tidy();
      throw error;
    }
  }

  async launch(launch: Launch): Promise<LaunchedProgram> {
    const id = randomUUID();
    const job: Job = { pipe: opened(), errors: opened(), pid: opened(), exited: opened() };
    this.#jobs.set(id, job);
    this.#keepAlive(true);
    const timer = setTimeout(() => this.child.kill('SIGKILL'), SLOWEST_START_MS);
    try {
      this.child.send({ id, ...launch } satisfies LauncherRequest, (error) => {
        if (error) job.pid.reject(error);
      });
      const [pid, pipe, stderr] = await Promise.all([job.pid.promise, job.pipe.promise, job.errors.promise]);
      void job.exited.promise.then(() => this.#forget(id));
      const streams = launch.pipe === 'stdin' ? { stdin: pipe, stdout: null } : { stdin: null, stdout: pipe };
      return { pid, ...streams, stderr, exited: job.exited.promise };
    } catch (error) {
      this.#forget(id);
      for (const socket of [job.pipe, job.errors])
        void socket.promise.then(
          (each) => each.destroy(),
          () => undefined,
        );
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  async close(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    // What is idle holds nothing up, but here its end is waited for: without this the service would end in the middle.
    this.#keepAlive(true);
    const gone = once(this.child, 'exit');
    if (this.child.connected) this.child.disconnect();
    const timer = setTimeout(() => this.child.kill('SIGKILL'), SLOWEST_END_MS);
    await gone.finally(() => clearTimeout(timer));
  }

  #take(socket: Socket): void {
    // A program that dies early breaks its pipe; its exit status tells why.
    socket.on('error', () => undefined);
    const take = () => {
      const purpose: Buffer | null = socket.read(PURPOSE_BYTES);
      if (purpose === null) return;
      socket.off('readable', take);
      const job = this.#jobs.get(purpose.toString('latin1', 0, PURPOSE_BYTES - 1));
      if (!job) socket.destroy();
      else if (purpose[PURPOSE_BYTES - 1] === 'p'.charCodeAt(0)) job.pipe.resolve(socket);
      else job.errors.resolve(socket);
    };
    socket.on('readable', take);
  }

  #hear(message: unknown): void {
    const { data: reply } = replyShape.safeParse(message);
    const job = reply && this.#jobs.get(reply.id);
    if (!job) return;
    if (!('pid' in reply)) job.exited.resolve({ code: reply.code, signal: reply.signal });
    else if (reply.pid === null) job.pid.reject(new Error('The shell could not be started'));
    else job.pid.resolve(reply.pid);
  }

  /** What runs on has nobody left who could tell of its end. */
  #end(): void {
    for (const job of this.#jobs.values()) {
      void job.pid.promise.then(killGroup, () => undefined);
      for (const awaited of [job.pid, job.pipe, job.errors]) awaited.reject(new Error('The launcher ended'));
      job.exited.resolve(LAUNCHER_GONE);
    }
  }

  #forget(id: string): void {
    this.#jobs.delete(id);
    this.#keepAlive(this.#jobs.size > 0);
  }

  /** An idle launcher must not hold up the end of the service. */
  #keepAlive(alive: boolean): void {
    for (const each of [this.child, this.child.channel]) {
      if (alive) each?.ref();
      else each?.unref();
    }
  }
}

export function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Ended between the check and the signal.
  }
}

interface Opened<T> {
  readonly promise: Promise<T>;
  resolve(value: T): void;
  reject(reason: Error): void;
}

function opened<T>(): Opened<T> {
  let resolve: (value: T) => void = () => undefined;
  let reject: (reason: Error) => void = () => undefined;
  const promise = new Promise<T>((done, failed) => {
    resolve = done;
    reject = failed;
  });
  return { promise, resolve, reject };
}
