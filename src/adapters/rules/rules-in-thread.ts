// Judges a long call in a worker thread. The thread ends with the call run that it fails or outlasts; one that has answered waits a
// while for the next task, since loading the rules takes longer than judging an hour by them.
import { Worker } from 'node:worker_threads';
import { threadProgram } from '../../platform/concurrency/thread-program.js';
import { timeLimit } from '../../platform/concurrency/time-limit.js';
import type { AnalystReport, CallToAnalyse, RoleAssignment } from '../../ports/call-analyst.js';
import { ProviderError } from '../../ports/provider-error.js';
import type { RulesTask } from './judge-by-rules.js';

/** A call of ten hours takes two CPU seconds; the time-out allows fifty times that for a busy machine. */
const TIMEOUT_MS = 120_000;
const MAX_HEAP_MB = 512;
/** Longer than the time between the two tasks of one call. */
const IDLE_MS = 10_000;

export interface RulesInThreadOptions {
  readonly signal: AbortSignal;
  /** Program of the thread; default: the compiled `rules.worker.js`. */
  readonly workerPath?: string;
  readonly timeoutMs?: number;
}

interface Answers {
  readonly analyse: AnalystReport;
  readonly assignRoles: RoleAssignment;
}

/** Rejects with the signal's reason, or with a ProviderError when the thread fails or times out. */
export async function rulesInThread<T extends RulesTask>(
  task: T,
  call: CallToAnalyse,
  { signal, workerPath = PROGRAM, timeoutMs = TIMEOUT_MS }: RulesInThreadOptions,
): Promise<Answers[T]> {
  signal.throwIfAborted();
  const worker = takeIdle(workerPath) ?? startThread(workerPath);
  const reason = new Error('Judging by rules took too long');
  const { signal: ended, clear } = timeLimit(timeoutMs, { signal, reason });
  let isKept = false;
  try {
    const answer = await answerOf<Answers[T]>(worker, { task, call }, ended);
    isKept = keepIdle(worker, workerPath);
    return answer;
  } catch (cause) {
    signal.throwIfAborted();
    throw new ProviderError('The call could not be judged by rules.', { retryable: true, cause });
  } finally {
    clear();
    if (!isKept) await worker.terminate();
  }
}

/** Leaves no listener behind: the thread may get further tasks. */
async function answerOf<Answer>(worker: Worker, task: object, ended: AbortSignal): Promise<Answer> {
  const listening = new AbortController();
  const { signal } = listening;
  try {
    return await new Promise<Answer>((done, fail) => {
      const failed = (error: unknown) => fail(error);
      const exited = () => fail(new Error('The thread of the rules ended without an answer'));
      ended.addEventListener('abort', () => fail(ended.reason), { once: true, signal });
      worker.on('message', done).on('error', failed).on('exit', exited);
      signal.addEventListener('abort', () => worker.off('message', done).off('error', failed).off('exit', exited));
      worker.postMessage(task);
    });
  } finally {
    listening.abort();
  }
}

const PROGRAM = threadProgram(import.meta.dirname, 'rules.worker.js');

/** A thread without a task. One is enough: a second task at the same time starts a thread of its own. */
let idle: { readonly worker: Worker; readonly leave: () => void } | null = null;

function startThread(workerPath: string): Worker {
  return new Worker(workerPath, {
    // The thread must not see the service's environment: it holds secrets.
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  });
}

function takeIdle(workerPath: string): Worker | null {
  if (workerPath !== PROGRAM || idle === null) return null;
  const { worker, leave } = idle;
  leave();
  worker.ref();
  return worker;
}

/** @returns false when the thread is not needed: it is to be ended */
function keepIdle(worker: Worker, workerPath: string): boolean {
  if (workerPath !== PROGRAM || idle !== null) return false;
  const leave = () => {
    clearTimeout(timer);
    worker.off('error', leave).off('exit', leave);
    if (idle?.worker === worker) idle = null;
  };
  const timer = setTimeout(() => {
    leave();
    void worker.terminate();
  }, IDLE_MS);
  // Neither keeps the process from ending.
  timer.unref();
  worker.unref();
  worker.on('error', leave).on('exit', leave);
  idle = { worker, leave };
  return true;
}
