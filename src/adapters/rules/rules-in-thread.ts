// Judges a long call in a worker thread.
import { TaskThreads } from '../../platform/concurrency/task-threads.js';
import { threadProgram } from '../../platform/concurrency/thread-program.js';
import { timeLimit } from '../../platform/concurrency/time-limit.js';
import type { AnalystReport, CallToAnalyse, RoleAssignment } from '../../ports/call-analyst.js';
import { ProviderError } from '../../ports/provider-error.js';
import type { RulesTask } from './judge-by-rules.js';

/** A call of ten hours takes two CPU seconds; the time-out allows fifty times that for a busy machine. */
const TIMEOUT_MS = 120_000;
const MAX_HEAP_MB = 512;
/** Longer than the time between the two tasks of one call. Loading the rules takes longer than judging an hour by them. */
const IDLE_MS = 10_000;

const threadsOf = (path: string) =>
  new TaskThreads({ path, name: 'The thread of the rules', maxHeapMb: MAX_HEAP_MB, idleMs: IDLE_MS });
const THREADS = threadsOf(threadProgram(import.meta.dirname, 'rules.worker.js'));

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
  { signal, workerPath, timeoutMs = TIMEOUT_MS }: RulesInThreadOptions,
): Promise<Answers[T]> {
  const threads = workerPath === undefined ? THREADS : threadsOf(workerPath);
  signal.throwIfAborted();
  const reason = new Error('Judging by rules took too long');
  const { signal: ended, clear } = timeLimit(timeoutMs, { signal, reason });
  try {
    return await threads.run<Answers[T]>({ task, call }, ended);
  } catch (cause) {
    signal.throwIfAborted();
    throw new ProviderError('The call could not be judged by rules.', { retryable: true, cause });
  } finally {
    clear();
  }
}
