// Judges stored calls by scorecards in threads, so that nothing that an account has written runs on the event loop. Accounts take
// turns: each has one thread at a time.
import { availableParallelism } from 'node:os';
import { Injectable, Logger } from '@nestjs/common';
import type { CitationResponse } from '../../../calls/results/findings.response.js';
import type { StoredCall } from '../../../judgement/form/evaluated-call.js';
import { judgeNothing } from '../../../judgement/form/judge-form.js';
import { FairSemaphore } from '../../../platform/concurrency/fair-semaphore.js';
import { isOutOfMemory, TaskThreads } from '../../../platform/concurrency/task-threads.js';
import { threadProgram } from '../../../platform/concurrency/thread-program.js';
import { timeLimit } from '../../../platform/concurrency/time-limit.js';
import type { CallToAnalyse } from '../../../ports/call-analyst.js';
import type { Form } from '../../../scorecards/form/form.js';
import { type CiteTask, type JudgedForm, type JudgeTask, type JudgingTask, judgedForm } from './judging-task.js';

/** Threads of this process at the same time: one core is left for the event loop where there are several. */
const MAX_THREADS = Math.max(1, Math.min(4, availableParallelism() - 1));
/** Of one task. The steps of a form end long before; this is for what they do not count, and for a machine in trouble. */
const TIMEOUT_MS = 60_000;
const MAX_HEAP_MB = 512;
/** Loading the program takes longer than judging most calls. */
const IDLE_MS = 60_000;

/** The call could not be read or judged in the time and memory that a task may take. */
export class TooCostly extends Error {
  override readonly name = 'TooCostly';
}

export interface JudgingOptions {
  /** Program of the threads; default: the compiled `judging.worker.js`. */
  readonly workerPath?: string;
  readonly timeoutMs?: number;
}

@Injectable()
export class Judging {
  private readonly logger = new Logger(Judging.name);
  private readonly slots = new FairSemaphore({ maxRunning: MAX_THREADS, maxRunningPerKey: 1 });
  private readonly threads: TaskThreads;
  private readonly timeoutMs: number;

  constructor({ workerPath, timeoutMs = TIMEOUT_MS }: JudgingOptions = {}) {
    this.threads = new TaskThreads({
      path: workerPath ?? threadProgram(import.meta.dirname, 'judging.worker.js'),
      name: 'The thread that judges by scorecards',
      maxHeapMb: MAX_HEAP_MB,
      idleMs: IDLE_MS,
    });
    this.timeoutMs = timeoutMs;
  }

  /**
   * What a language model is shown of the call; null for one about which none is asked.
   * @throws TooCostly; the signal's reason
   */
  read(accountId: string, call: StoredCall, signal: AbortSignal): Promise<CallToAnalyse | null> {
    return this.run(accountId, { read: call }, signal);
  }

  /** A call that cannot be judged in time is judged without the phrases of the form. @throws TooCostly; the signal's reason */
  async judge(accountId: string, task: JudgeTask, signal: AbortSignal): Promise<JudgedForm> {
    try {
      return await this.run(accountId, { judge: task }, signal);
    } catch (error) {
      if (!(error instanceof TooCostly)) throw error;
      this.logger.warn({ err: error }, 'Judging a call took too long; its questions by phrases are too_costly');
      return this.run(accountId, { judge: { ...task, maxSteps: 0 } }, signal);
    }
  }

  /**
   * Where each quotation stands in the call; empty for one that is not in its segment.
   * @throws TooCostly; the signal's reason
   */
  cite(accountId: string, task: CiteTask, signal: AbortSignal): Promise<CitationResponse[][][]> {
    return this.run(accountId, { cite: task }, signal);
  }

  /** Where {@link judge} throws TooCostly. */
  judgeNothing(text: string): JudgedForm {
    const form: Form = JSON.parse(text);
    return judgedForm(form, judgeNothing(form));
  }

  private run<Answer>(accountId: string, task: JudgingTask, signal: AbortSignal): Promise<Answer> {
    return this.slots.run(accountId, () => this.runInTime<Answer>(task, signal), signal);
  }

  private async runInTime<Answer>(task: JudgingTask, signal: AbortSignal): Promise<Answer> {
    const { signal: ended, isOver, clear } = timeLimit(this.timeoutMs, { signal });
    try {
      return await this.threads.run<Answer>(task, ended);
    } catch (error) {
      signal.throwIfAborted();
      if (isOver() || isOutOfMemory(error)) throw new TooCostly('A task took too long or too much', { cause: error });
      throw error;
    } finally {
      clear();
    }
  }
}
