// Finds and masks in threads: a call may be ten hours long, and patterns of accounts are matched against it.
import { Injectable } from '@nestjs/common';
import { FairSemaphore } from '../../platform/concurrency/fair-semaphore.js';
import { TaskThreads } from '../../platform/concurrency/task-threads.js';
import { threadProgram } from '../../platform/concurrency/thread-program.js';
import { timeLimit } from '../../platform/concurrency/time-limit.js';
import type { SearchedSegment } from '../../speech/redaction/sensitive-span.js';
import type { MaskedStoredCall, StoredMaskTask } from '../stored/mask-stored-call.js';
import type { EditedText, EditsTask } from './mask-edits.js';
import type { TypedTask } from './mask-typed.js';
import type { MaskedText, MaskingTask, MaskTask } from './masking-task.js';

const MAX_THREADS = 1;
/** Time for a machine in trouble: a call of ten hours takes seconds. */
const TIMEOUT_MS = 60_000;
const MAX_HEAP_MB = 512;
const IDLE_MS = 60_000;

@Injectable()
export class Masking {
  private readonly slots = new FairSemaphore({ maxRunning: MAX_THREADS, maxRunningPerKey: MAX_THREADS });
  private readonly threads = new TaskThreads({
    path: threadProgram(import.meta.dirname, 'masking.worker.js'),
    name: 'The thread that masks transcripts',
    maxHeapMb: MAX_HEAP_MB,
    idleMs: IDLE_MS,
  });

  /** Masks segments; they keep all their other members. @throws reason of the signal */
  mask<Segment extends SearchedSegment>(
    accountId: string,
    task: MaskTask & { readonly call: { readonly segments: readonly Segment[] } },
    signal: AbortSignal,
  ): Promise<MaskedText<Segment>> {
    return this.run(accountId, { mask: task }, signal);
  }

  /** Masks all stored texts of a call. @throws reason of the signal */
  maskStored(accountId: string, task: StoredMaskTask, signal: AbortSignal): Promise<MaskedStoredCall> {
    return this.run(accountId, { stored: task }, signal);
  }

  /** Masks the words that a person types into a masked transcript. @throws the signal's reason */
  maskEdits(accountId: string, task: EditsTask, signal: AbortSignal): Promise<readonly EditedText[]> {
    return this.run(accountId, { edits: task }, signal);
  }

  /** Masks texts that a person types beside a call. @throws the signal's reason */
  maskTyped(accountId: string, task: TypedTask, signal: AbortSignal): Promise<readonly string[]> {
    return this.run(accountId, { typed: task }, signal);
  }

  private run<Answer>(accountId: string, task: MaskingTask, signal: AbortSignal): Promise<Answer> {
    return this.slots.run(accountId, () => this.runInTime<Answer>(task, signal), signal);
  }

  private async runInTime<Answer>(task: MaskingTask, signal: AbortSignal): Promise<Answer> {
    const { signal: ended, clear } = timeLimit(TIMEOUT_MS, { signal });
    try {
      return await this.threads.run<Answer>(task, ended);
    } finally {
      clear();
    }
  }
}
