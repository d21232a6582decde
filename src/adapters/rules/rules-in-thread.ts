// Judges a long call in a worker thread of its own. The thread ends with the call run that started it.
import { Worker } from 'node:worker_threads';
import { threadProgram } from '../../platform/concurrency/thread-program.js';
import type { AnalystReport, CallToAnalyse, RoleAssignment } from '../../ports/call-analyst.js';
import type { RulesTask } from './judge-by-rules.js';

/** A call of ten hours takes two CPU seconds; the time-out allows fifty times that for a busy machine. */
const TIMEOUT_MS = 120_000;
const MAX_HEAP_MB = 512;

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

/** Rejects with the signal's reason, or when the thread fails or times out. */
export async function rulesInThread<T extends RulesTask>(
  task: T,
  call: CallToAnalyse,
  {
    signal,
    workerPath = threadProgram(import.meta.dirname, 'rules.worker.js'),
    timeoutMs = TIMEOUT_MS,
  }: RulesInThreadOptions,
): Promise<Answers[T]> {
  signal.throwIfAborted();
  const worker = new Worker(workerPath, {
    workerData: { task, call },
    // The thread must not see the service's environment: it holds secrets.
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  });
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(new Error('Judging by rules took too long')), timeoutMs);
  const ended = AbortSignal.any([signal, limit.signal]);
  try {
    return await new Promise<Answers[T]>((done, fail) => {
      ended.addEventListener('abort', () => fail(ended.reason), { once: true });
      worker.once('message', (answer: Answers[T]) => done(answer));
      worker.once('error', fail);
      worker.once('exit', () => fail(new Error('The thread of the rules ended without an answer')));
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
