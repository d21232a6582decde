// Starts media tools from a small process, because a start costs CPU time in proportion to the size of the starting process.
// The numbers are in docs/decisions/0006-media-launcher.md; the small process runs media-launcher.process.ts.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { access, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { type Deferred, deferred } from './deferred.js';
import {
  killGroup,
  type Launch,
  type LaunchedProgram,
  type LaunchProgram,
  launchDirectly,
  type ProgramExit,
} from './launch-program.js';

export interface LauncherRequest extends Launch {
  readonly id: string;
}

const replyShape = z.union([
  z.object({ id: z.string(), pid: z.number().nullable() }),
  z.object({ id: z.string(), code: z.number().nullable(), signal: z.custom<NodeJS.Signals>().nullable() }),
]);
/** First the process id, null when the shell could not be started; then the exit. */
export type LauncherReply = z.infer<typeof replyShape>;

/**
 * Drops the service's environment: it holds secrets, and options for Node.js (a debugger to wait for, a module to load)
 * are not meant for the launcher. The launcher keeps what media tools need to start, and the IPC channel.
 */
const CLEAN_SHELL = [
  'set -- PATH="$PATH" NODE_CHANNEL_FD="$NODE_CHANNEL_FD" "$@"',
  '[ -z "$LD_LIBRARY_PATH" ] || set -- LD_LIBRARY_PATH="$LD_LIBRARY_PATH" "$@"',
  'exec env -i "$@"',
].join('; ');
/** The kernel silently cuts off a longer path and puts the socket elsewhere. Linux takes 107 bytes, macOS 103. */
const MAX_SOCKET_PATH_BYTES = 103;
/** Each connection begins with the id of its request and one letter: `p` for the program's pipe, `e` for its stderr. */
const CONNECTION_HEADER_BYTES = 37;
/** A launcher that has not started a shell after this time hangs; it is killed, and the next launch starts another. */
const START_TIMEOUT_MS = 30_000;
const CLOSE_TIMEOUT_MS = 2_000;
/** Exit of the programs whose launcher has ended: killed from outside, so the decode is retryable. */
const LAUNCHER_ENDED: ProgramExit = { code: null, signal: 'SIGKILL' };

/**
 * Only requests, process ids and exits pass through the launcher process. A program's streams are sockets between the
 * program and the service, so bytes and back-pressure do not pass through the launcher.
 * When the launcher cannot be started (source code that was not compiled has none), this process starts the programs
 * itself. When the launcher is killed, the next launch starts another. When the service ends, also by `kill -9`, the
 * launcher kills the running programs and ends.
 */
export class MediaLauncher {
  readonly #programPath: string;
  #process: Promise<LauncherProcess> | null = null;

  /** @param programPath the compiled `media-launcher.process.js` */
  constructor(programPath = join(import.meta.dirname, 'media-launcher.process.js')) {
    this.#programPath = programPath;
  }

  readonly launch: LaunchProgram = async (launch) => {
    try {
      this.#process ??= this.#start();
      return await (await this.#process).launch(launch);
    } catch {
      // A call must not fail because the cheaper way to start a program failed.
      return launchDirectly(launch);
    }
  };

  async close(): Promise<void> {
    await (await this.#process?.catch(() => null))?.close();
  }

  #start(): Promise<LauncherProcess> {
    const forget = () => {
      if (this.#process === starting) this.#process = null;
    };
    const starting = LauncherProcess.start(this.#programPath, forget);
    starting.catch(forget);
    return starting;
  }
}

/** A launch whose parts arrive one by one: two connections, the process id, the exit. */
interface PendingLaunch {
  readonly pipe: Deferred<Socket>;
  readonly stderr: Deferred<Socket>;
  readonly pid: Deferred<number>;
  readonly exited: Deferred<ProgramExit>;
}

/** One launcher process, and the socket to which its programs' streams connect. */
class LauncherProcess {
  /** Launches by the id of the request. An entry stays until the program has exited. */
  readonly #launches = new Map<string, PendingLaunch>();

  private constructor(
    server: Server,
    private readonly child: ChildProcess,
  ) {
    server.on('connection', (socket) => this.#assignConnection(socket));
    child.on('message', (message) => this.#handleReply(message));
    child.on('error', () => child.kill('SIGKILL'));
    this.#keepServiceAlive(false);
  }

  static async start(programPath: string, onExit: () => void): Promise<LauncherProcess> {
    await access(programPath);
    // mkdtemp creates the folder with mode 0700: no other user can reach the socket.
    const folder = await mkdtemp(join(tmpdir(), 'media-'));
    const path = join(folder, 'socket');
    const server = createServer();
    const cleanUp = async () => {
      server.close();
      await rm(folder, { recursive: true, force: true });
    };
    try {
      if (Buffer.byteLength(path) > MAX_SOCKET_PATH_BYTES) throw new Error('The folder for a socket is too deep');
      await once(server.listen(path).unref(), 'listening');
      const child = spawn('/bin/sh', ['-c', CLEAN_SHELL, 'sh', process.execPath, programPath, path], {
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      });
      if (child.pid === undefined) throw (await once(child, 'error'))[0];
      const launcher = new LauncherProcess(server, child);
      child.once('exit', () => {
        onExit();
        launcher.#failLaunches();
        void cleanUp();
      });
      return launcher;
    } catch (error) {
      await cleanUp();
      throw error;
    }
  }

  async launch(launch: Launch): Promise<LaunchedProgram> {
    const id = randomUUID();
    const pending: PendingLaunch = { pipe: deferred(), stderr: deferred(), pid: deferred(), exited: deferred() };
    this.#launches.set(id, pending);
    this.#keepServiceAlive(true);
    const timer = setTimeout(() => this.child.kill('SIGKILL'), START_TIMEOUT_MS);
    try {
      this.child.send({ id, ...launch } satisfies LauncherRequest, (error) => {
        if (error) pending.pid.reject(error);
      });
      const [pid, pipe, stderr] = await Promise.all([
        pending.pid.promise,
        pending.pipe.promise,
        pending.stderr.promise,
      ]);
      void pending.exited.promise.then(() => this.#forget(id));
      const streams = launch.pipe === 'stdin' ? { stdin: pipe, stdout: null } : { stdin: null, stdout: pipe };
      return { pid, ...streams, stderr, exited: pending.exited.promise };
    } catch (error) {
      this.#forget(id);
      for (const { promise } of [pending.pipe, pending.stderr])
        void promise.then(
          (socket) => socket.destroy(),
          () => undefined,
        );
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  async close(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    // An idle launcher is unreferenced: without this line, Node would exit while this method waits.
    this.#keepServiceAlive(true);
    const exited = once(this.child, 'exit');
    if (this.child.connected) this.child.disconnect();
    const timer = setTimeout(() => this.child.kill('SIGKILL'), CLOSE_TIMEOUT_MS);
    await exited.finally(() => clearTimeout(timer));
  }

  /** Reads the header of a connection and hands the connection to its launch. */
  #assignConnection(socket: Socket): void {
    // A program that dies early breaks its pipe; its exit status says why.
    socket.on('error', () => undefined);
    const readHeader = () => {
      const header: Buffer | null = socket.read(CONNECTION_HEADER_BYTES);
      if (header === null) return;
      socket.off('readable', readHeader);
      const launch = this.#launches.get(header.toString('latin1', 0, CONNECTION_HEADER_BYTES - 1));
      if (!launch) socket.destroy();
      else if (header[CONNECTION_HEADER_BYTES - 1] === 'p'.charCodeAt(0)) launch.pipe.resolve(socket);
      else launch.stderr.resolve(socket);
    };
    socket.on('readable', readHeader);
  }

  #handleReply(message: unknown): void {
    const { data: reply } = replyShape.safeParse(message);
    const launch = reply && this.#launches.get(reply.id);
    if (!launch) return;
    if (!('pid' in reply)) launch.exited.resolve({ code: reply.code, signal: reply.signal });
    else if (reply.pid === null) launch.pid.reject(new Error('The shell could not be started'));
    else launch.pid.resolve(reply.pid);
  }

  /** Ends the launches after the launcher's exit: no process is left that could report the end of the running programs. */
  #failLaunches(): void {
    for (const launch of this.#launches.values()) {
      void launch.pid.promise.then(killGroup, () => undefined);
      for (const part of [launch.pid, launch.pipe, launch.stderr]) part.reject(new Error('The launcher ended'));
      launch.exited.resolve(LAUNCHER_ENDED);
    }
  }

  #forget(id: string): void {
    this.#launches.delete(id);
    this.#keepServiceAlive(this.#launches.size > 0);
  }

  /** An idle launcher must not keep the service from exiting. */
  #keepServiceAlive(alive: boolean): void {
    for (const handle of [this.child, this.child.channel]) {
      if (alive) handle?.ref();
      else handle?.unref();
    }
  }
}
