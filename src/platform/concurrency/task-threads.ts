// Worker threads of one program, for work that would hold up the event loop. A thread gets one task at a time, as a message, and
// answers it with one message. It ends with the task that it fails or outlasts; one that has answered waits a while for the next
// task, since loading its program may take longer than a task.
import { Worker } from 'node:worker_threads';

export interface ThreadProgram {
  /** See {@link threadProgram}. */
  readonly path: string;
  /** For messages of errors: "The thread of the rules". */
  readonly name: string;
  readonly maxHeapMb: number;
  /** How long a thread without a task is kept; 0 ends it with its task. */
  readonly idleMs: number;
}

export class TaskThreads {
  /** A thread without a task. One is enough: a second task at the same time starts a thread of its own. */
  private idle: { readonly worker: Worker; readonly leave: () => void } | null = null;

  constructor(private readonly program: ThreadProgram) {}

  /**
   * The answer to the task.
   * @param signal ends the thread
   * @throws the signal's reason; the thread's own error; {@link isOutOfMemory} tells one that its heap could not hold
   */
  async run<Answer>(task: object, signal: AbortSignal): Promise<Answer> {
    signal.throwIfAborted();
    const worker = this.takeIdle() ?? this.start();
    let isKept = false;
    try {
      const answer = await this.answerOf<Answer>(worker, task, signal);
      isKept = this.keepIdle(worker);
      return answer;
    } finally {
      if (!isKept) await worker.terminate();
    }
  }

  private start(): Worker {
    const { path, maxHeapMb } = this.program;
    return new Worker(path, {
      // The thread must not see the service's environment: it holds secrets.
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
    });
  }

  /** Leaves no listener behind: the thread may get further tasks. */
  private async answerOf<Answer>(worker: Worker, task: object, ended: AbortSignal): Promise<Answer> {
    const listening = new AbortController();
    const { signal } = listening;
    try {
      return await new Promise<Answer>((done, fail) => {
        const failed = (error: unknown) => fail(error);
        const exited = () => fail(new Error(`${this.program.name} ended without an answer`));
        ended.addEventListener('abort', () => fail(ended.reason), { once: true, signal });
        worker.on('message', done).on('error', failed).on('exit', exited);
        signal.addEventListener('abort', () => worker.off('message', done).off('error', failed).off('exit', exited));
        worker.postMessage(task);
      });
    } finally {
      listening.abort();
    }
  }

  private takeIdle(): Worker | null {
    if (this.idle === null) return null;
    const { worker, leave } = this.idle;
    leave();
    worker.ref();
    return worker;
  }

  /** @returns false when the thread is not needed: it is to be ended */
  private keepIdle(worker: Worker): boolean {
    if (this.idle !== null || this.program.idleMs === 0) return false;
    const leave = () => {
      clearTimeout(timer);
      worker.off('error', leave).off('exit', leave);
      if (this.idle?.worker === worker) this.idle = null;
    };
    const timer = setTimeout(() => {
      leave();
      void worker.terminate();
    }, this.program.idleMs);
    // Neither keeps the process from ending.
    timer.unref();
    worker.unref();
    worker.on('error', leave).on('exit', leave);
    this.idle = { worker, leave };
    return true;
  }
}

/** True when the heap of a thread could not hold what the task took. */
export function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
