// Worker threads of one program, for work that would block the event loop. A thread gets one task at a time, as a message, and
// answers with one message. It ends when its task fails or is aborted. After an answer it waits a while for the next task, since
// loading its program may take longer than a task.
import { Worker } from 'node:worker_threads';

export interface ThreadProgram {
  /** See {@link threadProgram}. */
  readonly path: string;
  /** Name in error messages, such as "The thread of the rules". */
  readonly name: string;
  readonly maxHeapMb: number;
  /** Time for which an idle thread is kept, in milliseconds; 0 ends it with its task. */
  readonly idleMs: number;
}

export class TaskThreads {
  /** Idle thread. One is enough: a second task at the same time starts its own thread. */
  private idle: { readonly worker: Worker; readonly leave: () => void } | null = null;

  constructor(private readonly program: ThreadProgram) {}

  /**
   * Sends the task to a thread and returns its answer.
   * @param signal ends the thread
   * @throws the signal's reason, or the thread's own error; {@link isOutOfMemory} recognises a heap that was too small
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

  /** @returns false when the thread is not needed; the caller must end it */
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
    // Neither the timer nor the thread keeps the process alive.
    timer.unref();
    worker.unref();
    worker.on('error', leave).on('exit', leave);
    this.idle = { worker, leave };
    return true;
  }
}

/** True when the heap of the thread was too small for the task. */
export function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
