// Evaluates stored calls by scorecards in threads, so that patterns and texts of an account never run on the event loop. Accounts
// take turns: each has one thread at a time.
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

/** Maximum number of threads in this process: where there are several cores, one is left for the event loop. */
const MAX_THREADS = Math.max(1, Math.min(4, availableParallelism() - 1));
/**
 * Timeout of a task. The step limit of a form ends it long before; this covers work that is not counted in steps, and an
 * overloaded machine.
 */
const TIMEOUT_MS = 60_000;
const MAX_HEAP_MB = 512;
/** Idle time of a thread before it ends: loading the program takes longer than evaluating most calls. */
const IDLE_MS = 60_000;

/** The call could not be read or evaluated within the time and memory of a task. */
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
   * Reads the call for a language model; null where none is asked.
   * @throws TooCostly; reason of the signal
   */
  read(accountId: string, call: StoredCall, signal: AbortSignal): Promise<CallToAnalyse | null> {
    return this.run(accountId, { read: call }, signal);
  }

  /**
   * Evaluates a call; one that takes too long is evaluated without the phrases of the form. @throws TooCostly; reason of the
   * signal
   */
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
   * Finds each quotation in the call; empty for one that is not in its segment.
   * @throws TooCostly; reason of the signal
   */
  cite(accountId: string, task: CiteTask, signal: AbortSignal): Promise<CitationResponse[][][]> {
    return this.run(accountId, { cite: task }, signal);
  }

  /** Result for a call where {@link judge} throws TooCostly. */
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
