// Corrects and evaluates transcripts in threads, so that a long call delays neither requests nor other work of the process.
import { Injectable } from '@nestjs/common';
import { FairSemaphore } from '../../../../platform/concurrency/fair-semaphore.js';
import { TaskThreads } from '../../../../platform/concurrency/task-threads.js';
import { threadProgram } from '../../../../platform/concurrency/thread-program.js';
import { timeLimit } from '../../../../platform/concurrency/time-limit.js';
import type { CallToAnalyse } from '../../../../ports/call-analyst.js';
import type { CheckedChanges } from './check-changes.js';
import type {
  CheckTask,
  CorrectedCall,
  CorrectingTask,
  JudgedVersion,
  JudgeTask,
  RestatedResults,
  RestateTask,
} from './correcting-task.js';

const MAX_THREADS = 1;
/** Timeout of a task. A call of ten hours takes a second; this is for an overloaded machine. */
const TIMEOUT_MS = 60_000;
const MAX_HEAP_MB = 512;
const IDLE_MS = 60_000;

@Injectable()
export class Correcting {
  private readonly slots = new FairSemaphore({ maxRunning: MAX_THREADS, maxRunningPerKey: MAX_THREADS });
  private readonly threads = new TaskThreads({
    path: threadProgram(import.meta.dirname, 'correcting.worker.js'),
    name: 'The thread that corrects transcripts',
    maxHeapMb: MAX_HEAP_MB,
    idleMs: IDLE_MS,
  });

  /** @throws reason of the signal */
  check(accountId: string, task: CheckTask, signal: AbortSignal): Promise<CheckedChanges> {
    return this.run(accountId, { check: task }, signal);
  }

  /** Reads the call as the analyst is shown it; null for a call that is no conversation. @throws the signal's reason */
  read(accountId: string, corrected: CorrectedCall, signal: AbortSignal): Promise<CallToAnalyse | null> {
    return this.run(accountId, { read: corrected }, signal);
  }

  /** @throws reason of the signal */
  judge(accountId: string, task: JudgeTask, signal: AbortSignal): Promise<JudgedVersion> {
    return this.run(accountId, { judge: task }, signal);
  }

  /** @throws reason of the signal */
  restate(accountId: string, task: RestateTask, signal: AbortSignal): Promise<RestatedResults> {
    return this.run(accountId, { restate: task }, signal);
  }

  private run<Answer>(accountId: string, task: CorrectingTask, signal: AbortSignal): Promise<Answer> {
    return this.slots.run(accountId, () => this.runInTime<Answer>(task, signal), signal);
  }

  private async runInTime<Answer>(task: CorrectingTask, signal: AbortSignal): Promise<Answer> {
    const { signal: ended, clear } = timeLimit(TIMEOUT_MS, { signal });
    try {
      return await this.threads.run<Answer>(task, ended);
    } finally {
      clear();
    }
  }
}
