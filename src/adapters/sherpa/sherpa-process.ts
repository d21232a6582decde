// The child process that holds models of sherpa-onnx: a damaged model ends the process that loads it, not the service.
import { type ChildProcess, fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { AccountTurns } from '../../platform/concurrency/account-turns.js';
import { threadProgram } from '../../platform/concurrency/thread-program.js';
import { ProviderError } from '../../ports/provider-error.js';
import { type SherpaModel, verifySherpaModel } from './sherpa-model.js';

const LOAD_TIMEOUT_MS = 180_000;
const STDERR_CHARS = 2_000;
const MAX_THREADS = 4;

/** JSON has no NaN and no infinity: they arrive as null. */
const measure = z.number().nullable();
const replyShape = z.discriminatedUnion('type', [
  z.object({ type: z.literal('loaded') }),
  z.object({ type: z.literal('failed'), reason: z.string() }),
  z.object({
    type: z.literal('decoded'),
    results: z.array(
      z.object({
        text: z.string(),
        lang: z.string().default(''),
        tokens: z.array(z.string()).default([]),
        /** Seconds from the utterance's start, one per token, or none at all. */
        timestamps: z.array(measure).default([]),
        durations: z.array(measure).default([]),
        /** Natural logarithms of probabilities, one per token, or none at all. */
        ys_log_probs: z.array(measure).default([]),
      }),
    ),
  }),
  z.object({
    type: z.literal('diarized'),
    /** Seconds from the recording's start. */
    segments: z.array(z.object({ start: measure, end: measure, speaker: measure })),
  }),
]);

export type Reply = z.infer<typeof replyShape>;
export type Decoded = Extract<Reply, { type: 'decoded' }>['results'][number];
export type DiarizedSegment = Extract<Reply, { type: 'diarized' }>['segments'][number];

export interface SherpaProcessOptions {
  /** Each is verified before it is loaded. */
  readonly models: readonly SherpaModel[];
  /** The first request: what to load. */
  readonly load: object;
  /** Program of the process; default the compiled file beside this one. */
  readonly workerPath?: string;
}

interface Worker {
  readonly child: ChildProcess;
  stderr: string;
}

/** One request at a time, in a process that is started with the first one, kept, and started again when it has died. */
export class SherpaProcess {
  private worker: Worker | null = null;
  private readonly turns = new AccountTurns(1);

  constructor(private readonly options: SherpaProcessOptions) {}

  /** Throws ProviderError, or the signal's reason. `timeoutMs` counts from the moment at which the models are loaded. */
  request(request: object, timeoutMs: number, signal: AbortSignal): Promise<Reply> {
    return this.turns.run(async () => {
      const worker = await this.getLoadedWorker(signal);
      // `ask` does not see a signal that aborted before it.
      signal.throwIfAborted();
      return this.ask(worker, request, timeoutMs, signal);
    }, signal);
  }

  /** Loads the models and keeps them. Throws ProviderError. */
  async load(signal: AbortSignal): Promise<void> {
    await this.turns.run(() => this.getLoadedWorker(signal), signal);
  }

  /** Ends the process; a later request starts another. */
  close(): void {
    this.worker?.child.kill('SIGKILL');
    this.worker = null;
  }

  private async getLoadedWorker(signal: AbortSignal): Promise<Worker> {
    if (this.worker !== null) return this.worker;
    const { models, load, workerPath } = this.options;
    for (const model of models) await verifySherpaModel(model).catch(refuseModel);
    // Verifying a large model takes seconds.
    signal.throwIfAborted();
    // The child gets none of the service's environment: it holds secrets, and the library needs none of it.
    const child = fork(workerPath ?? threadProgram(import.meta.dirname, 'sherpa.worker.js'), [], {
      env: {},
      execArgv: [],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    const worker: Worker = { child, stderr: '' };
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      worker.stderr = (worker.stderr + text).slice(-STDERR_CHARS);
    });
    child.once('exit', () => {
      if (this.worker === worker) this.worker = null;
    });
    this.worker = worker;
    const reply = await this.ask(worker, load, LOAD_TIMEOUT_MS, signal);
    if (reply.type !== 'loaded') {
      this.close();
      throw failure(reply);
    }
    return worker;
  }

  /** Sends one request and waits for its reply. After a failure the process has ended, and the next request starts another. */
  private ask(worker: Worker, request: object, timeoutMs: number, signal: AbortSignal): Promise<Reply> {
    const { child } = worker;
    return new Promise((done, fail) => {
      let timedOut = false;
      const kill = (): void => {
        child.kill('SIGKILL');
      };
      const timer = setTimeout(() => {
        timedOut = true;
        kill();
      }, timeoutMs);
      const settle = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', kill);
        child.off('message', onMessage).off('close', onEnd).off('error', onError);
        setKeptAlive(child, false);
      };
      const onMessage = (message: unknown): void => {
        settle();
        const reply = replyShape.safeParse(message);
        if (reply.success) done(reply.data);
        else fail(new ProviderError('The local speech engine gave an unusable answer.', { retryable: true }));
      };
      const onEnd = (status: number | null, endSignal: string | null): void => {
        settle();
        if (this.worker === worker) this.worker = null;
        const message = timedOut ? 'The local speech engine took too long.' : 'The local speech engine failed.';
        const cause = new Error(`status ${status ?? endSignal}: ${worker.stderr}`);
        fail(signal.aborted ? signal.reason : new ProviderError(message, { retryable: true, cause }));
      };
      const onError = (cause: Error): void => {
        kill();
        if (child.pid !== undefined) return;
        settle();
        fail(
          new ProviderError('The local speech engine could not be started.', {
            retryable: true,
            workerFault: 'speech_engine',
            cause,
          }),
        );
      };
      child.on('message', onMessage).on('close', onEnd).on('error', onError);
      signal.addEventListener('abort', kill, { once: true });
      setKeptAlive(child, true);
      child.send(request, (error) => {
        // The process is ending; its `close` event settles the promise.
        if (error !== null) kill();
      });
    });
  }
}

/** One per processor, at most four: more do not make these models faster. */
export const defaultThreads = (): number => Math.min(MAX_THREADS, availableParallelism());

export function failure(reply: Reply): ProviderError {
  const cause = new Error(reply.type === 'failed' ? reply.reason : `unexpected reply ${reply.type}`);
  return new ProviderError('The local speech engine failed.', { retryable: true, cause });
}

function refuseModel(cause: unknown): never {
  throw new ProviderError('The local speech model cannot be used.', {
    retryable: false,
    pausesEngine: true,
    workerFault: 'speech_engine',
    cause,
  });
}

/** An idle child must not keep the service from exiting. */
function setKeptAlive(child: ChildProcess, alive: boolean): void {
  if (alive) {
    child.ref();
    child.channel?.ref();
  } else {
    child.unref();
    child.channel?.unref();
  }
}
